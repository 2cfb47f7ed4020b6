import { later } from '#kit/later.tsx'

export { isDismissed } from './dismissals.ts'
export { NotFound } from './error-page.tsx'
export { FaqList } from './faq-list.tsx'
export { LegalArticle } from './legal-article.tsx'
export { type LegalText, parseLegalText } from './legal-text.ts'
export { SettingsPanel } from './settings-panel.tsx'
export { Shell } from './shell.tsx'

/** Most visits see none. */
export const ErrorPage = later(async () => (await import('./error-page.tsx')).ErrorPage)
