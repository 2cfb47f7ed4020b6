export { ImportNamesButton } from './import-button.tsx'
