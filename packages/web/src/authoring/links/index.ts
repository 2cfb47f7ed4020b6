export { LinksButton } from './links-button.tsx'
