export { DirectoryPanel } from './directory-panel.tsx'
export { DirectoryRequests } from './directory-requests.tsx'
export { ImportNamesButton } from './import-button.tsx'
