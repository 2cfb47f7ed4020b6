declare module 'virtual:catalogue/*' {
  const messages: import('#kit/catalogue.ts').Messages
  export default messages
}

declare module 'virtual:message-files' {
  /** By the address of a page's script, the catalogue files it waits for in each locale. */
  const files: Record<string, Record<string, string[]>>
  export default files
}

declare module 'virtual:authors-sheet' {
  /** For pages of authors alone: `export { links } from 'virtual:authors-sheet'`. */
  export const links: import('react-router').LinksFunction
}

declare module '*?inline-script' {
  const text: string
  export default text
}
