import { later } from '#kit/later.tsx'

export { actOnPathForm } from './act-form.tsx'
export { EditedPaths, editedPathsAddress } from './editor/edited-paths.tsx'
export { PathEditor } from './editor/path-editor.tsx'
export { PathCards, pathAddress } from './path-cards.tsx'
export { PathPage } from './path-page.tsx'

/** For the few members who are on a path. */
export const OwnPaths = later(async () => (await import('./path-cards.tsx')).OwnPaths)
