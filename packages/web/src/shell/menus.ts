import { signInPath, signOutPath, signUpPath } from '@lantern/contract/redirects.ts'
import {
  isAdmin,
  isAnyLanguageEditor,
  isAnyLanguageLearnAdmin,
  isCampusCreator,
  isLearnAdmin,
  isLearnCreator,
  isLearnModerator,
} from '@lantern/contract/roles.ts'
import type { MessageKey } from '#kit/messages.tsx'
import type { Session } from '#kit/session.tsx'

export interface MenuEntry {
  key: string
  text: MessageKey
  to: string
  /** Posts instead of following the link: leaving ends a session. */
  posts?: boolean
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

/** What the avatar menu offers to this person in this edition; `here` is where signing in and out return to. */
export function avatarMenu(
  session: Pick<Session, 'user' | 'features' | 'groups' | 'memberships'>,
  here: string,
): MenuEntry[] {
  const { user, features } = session
  if (!user) {
    const signIn: MenuEntry = { key: 'sign_in', text: 'identity.sign_in', to: signInPath(here) }
    if (features.edition === 'cn') return [signIn]
    return [
      { key: 'faq', text: 'shell.faq', to: '/faq' },
      { key: 'sign_up', text: 'identity.sign_up', to: signUpPath(here) },
      signIn,
    ]
  }
  return [
    { key: 'my_learning', text: 'shell.menu.my_learning', to: `/u/${user.id}` },
    { key: 'my_discounts', text: 'shell.menu.my_discounts', to: `/discount/${user.id}` },
    ...creatorMenu(session),
    ...moderatorMenu(session, here),
    ...(session.memberships.length > 0 ? [organisations] : []),
    { key: 'account_safety', text: 'shell.menu.account_safety', to: `/accountSafety/${user.id}` },
    {
      key: 'merchandise_orders',
      text: 'shell.menu.merchandise_orders',
      to: `/u/${user.id}?tab=periphery_order`,
    },
    { key: 'profile', text: 'shell.menu.profile', to: `/u/${user.id}` },
    { key: 'settings', text: 'shell.menu.settings', to: '/settings#tab_learn' },
    { key: 'sign_out', text: 'identity.sign_out', to: signOutPath('/'), posts: true },
  ]
}

const organisations: MenuEntry = { key: 'organisations', text: 'shell.menu.organisations', to: '/campus/organisation' }

/** The ways to one's own content, for authors, of the site and of the campus; and the admins' tools. */
function creatorMenu(session: Pick<Session, 'groups'>): MenuEntry[] {
  const entries: MenuEntry[] = []
  if (isLearnCreator(session)) {
    entries.push({ key: 'creator', text: 'shell.menu.creator', to: '/creator/dashboard' })
  }
  if (isCampusCreator(session)) {
    entries.push({ key: 'campus_creator', text: 'shell.menu.campus_creator', to: '/campus/creator/dashboard' })
  }
  if (isLearnAdmin(session)) {
    entries.push(
      { key: 'featured', text: 'shell.menu.featured', to: '/creator/featured' },
      { key: 'shop_staff', text: 'commerce.staff_shop', to: '/admin/learn/orders' },
      { key: 'promotions', text: 'shell.menu.promotions', to: '/admin/learn/promotions' },
      { key: 'payouts', text: 'shell.menu.payouts', to: '/admin/learn/payouts' },
    )
  }
  if (isAdmin(session) || isAnyLanguageLearnAdmin(session) || isAnyLanguageEditor(session)) {
    entries.push({ key: 'pages', text: 'shell.menu.pages', to: '/creator/pages' })
  }
  return entries
}

/** What moderators look after is the main site's: it is not offered inside the campus and the classroom. */
function moderatorMenu(session: Pick<Session, 'groups'>, here: string): MenuEntry[] {
  const isMainSite = !/^\/(campus|classroom)(?![\w-])/.test(here)
  if (!isMainSite || !isLearnModerator(session)) return []
  return [{ key: 'report_stats', text: 'shell.menu.report_stats', to: '/admin/learn/report-stats' }]
}
