// What the application, flows and higher domains may use of pages that editors make.

export type { PageSurroundings } from './check-page.ts'
export { installPage } from './install-page.ts'
export { editorPersonalData } from './personal-data.ts'
export { isPublishedPath, publishedContent, publishedPages, shownOnPages } from './published.ts'
export { cmsRoutes, keepPages } from './routes.ts'
