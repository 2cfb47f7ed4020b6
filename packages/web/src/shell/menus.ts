import type { MessageKey } from '#kit/messages.tsx'
import type { Session } from '#kit/session.tsx'

export interface MenuEntry {
  key: string
  text: MessageKey
  to: string
}

/** The pages of the header, in order, each with the pages that stand below it. */
export const mainMenu: readonly (MenuEntry & { below?: string })[] = [
  { key: 'tutorials', text: 'shell.menu.tutorials', to: '/tutorials', below: '/tutorial/' },
  { key: 'projects', text: 'shell.menu.projects', to: '/projects', below: '/project/' },
  { key: 'courses', text: 'shell.menu.courses', to: '/courses', below: '/course/' },
  { key: 'live_calendar', text: 'shell.menu.live_calendar', to: '/live-calendar', below: '/liveSession/' },
  { key: 'learning_path', text: 'shell.menu.learning_path', to: '/unity-learning-path' },
]

/** Lists of all that is taught, for the footer: the header has no room for them. */
export const moreLists: readonly MenuEntry[] = [
  { key: 'new_content', text: 'shell.menu.new_content', to: '/new' },
  { key: 'advanced_content', text: 'shell.menu.advanced_content', to: '/advance' },
]

/** Whether the page that is open is that of an entry, or one below it. */
export function placeInMenu({ to, below }: (typeof mainMenu)[number], pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  return below && pathname.startsWith(below) ? 'true' : undefined
}

/** Other sites of the same house. One that the operator has not set is left out. */
export function appSwitcher({ apps }: Session['site']): MenuEntry[] {
  const entries: MenuEntry[] = [
    { key: 'dashboard', text: 'shell.app.dashboard', to: apps.dashboard },
    { key: 'asset_store', text: 'shell.app.asset_store', to: apps.assetStore },
    { key: 'answers', text: 'shell.app.answers', to: apps.answers },
    { key: 'forum', text: 'shell.app.forum', to: apps.forum },
  ]
  return entries.filter(({ to }) => to !== '')
}
