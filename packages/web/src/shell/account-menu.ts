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
import type { Session } from '#kit/session.tsx'
import type { MenuEntry } from './menus.ts'

export interface AccountEntry extends MenuEntry {
  /** Posts instead of following the link: leaving ends a session. */
  posts?: boolean
}

/** What the avatar menu offers to this person; `here` is where signing in and out return to. */
export function accountMenu(session: Pick<Session, 'user' | 'groups' | 'memberships'>, here: string): AccountEntry[] {
  const { user } = session
  if (!user) {
    return [
      { key: 'faq', text: 'shell.faq', to: '/faq' },
      { key: 'sign_up', text: 'identity.sign_up', to: signUpPath(here) },
      { key: 'sign_in', text: 'identity.sign_in', to: signInPath(here) },
    ]
  }
  return [
    { key: 'my_learning', text: 'shell.menu.my_learning', to: `/u/${user.id}` },
    { key: 'my_discounts', text: 'shell.menu.my_discounts', to: `/discount/${user.id}` },
    ...creatorMenu(session),
    ...moderatorMenu(session, here),
    ...(session.memberships.length > 0 ? [organisations] : []),
    ...(makesOrTeaches(session) ? [waitingQuestions, toMark] : []),
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

const waitingQuestions: MenuEntry = { key: 'waiting_questions', text: 'community.unanswered', to: '/messages/waiting' }

const toMark: MenuEntry = { key: 'to_mark', text: 'campus.marking', to: '/campus/marking' }

function makesOrTeaches(session: Pick<Session, 'groups' | 'memberships'>): boolean {
  return (
    isLearnCreator(session) || isCampusCreator(session) || session.memberships.some(({ role }) => role !== 'learner')
  )
}

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
  return [
    { key: 'moderation', text: 'community.moderation', to: '/admin/learn/moderation' },
    { key: 'report_stats', text: 'shell.menu.report_stats', to: '/admin/learn/report-stats' },
  ]
}
