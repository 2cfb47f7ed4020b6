import { later } from '#kit/later.tsx'

export { useCookieQuestion } from './cookie-question.ts'
export { NotFound } from './error-page.tsx'
export { SettingsPanel } from './settings-panel.tsx'
export { Shell } from './shell.tsx'

/** Most visits see none. */
export const ErrorPage = later(async () => (await import('./error-page.tsx')).ErrorPage)
export { type RootData, readRoot } from './read-root.ts'
