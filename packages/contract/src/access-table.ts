// Who may do what: every address of the site and every page of it, and for whom they are there. The table is written by
// hand, apart from the code that decides; tests try each address as each role and compare.

import type { Guard } from './guards.ts'
import { contentLanguages } from './roles.ts'

/** Everybody who can be here, by the one thing that tells them from a plain learner. */
export const visitors = [
  'guest',
  'suspended',
  'learner',
  'verified',
  'premium',
  'learn_creator',
  'learn_creator_zh',
  'learn_moderator',
  'learn_editor',
  ...contentLanguages.map((language) => `learn_editor_${language}` as const),
  'learn_admin',
  ...contentLanguages.map((language) => `learn_admin_${language}` as const),
  'campus_creator',
  'campus_admin',
  'admin',
  'super_admin',
] as const

export type Visitor = (typeof visitors)[number]

const nobody: readonly Visitor[] = ['guest', 'suspended']
const editors = visitors.filter((visitor) => visitor.startsWith('learn_editor'))
const learnAdmins = visitors.filter((visitor) => visitor.startsWith('learn_admin'))

/** Who is meant by the words of the table below. */
export const audiences = {
  everyone: visitors,
  /** Signed in, and not suspended. */
  people: visitors.filter((visitor) => !nobody.includes(visitor)),
  /** Whoever has a session, also one that opens nothing else. */
  peopleAndSuspended: visitors.filter((visitor) => visitor !== 'guest'),
  editorsAndAdmins: ['admin', 'super_admin', ...editors, ...learnAdmins],
  /** Programs on this machine, or with the token of the settings. */
  operators: [],
} as const satisfies Record<string, readonly Visitor[]>

export type Audience = keyof typeof audiences

/** What the site answers, by method and address. */
export const addressTable: Record<string, Audience> = {
  'GET /api/session': 'everyone',
  'GET /api/learn/cn/user': 'everyone',
  'POST /api/learn/cn/sms/signUp': 'everyone',
  'POST /api/learn/cn/sms/login': 'everyone',
  'POST /api/auth/logout': 'everyone',
  'POST /api/changeLanguage': 'everyone',
  'POST /api/changePreferredRegion': 'everyone',
  'GET /api/authUrl': 'everyone',
  'GET /api/captcha/challenge': 'everyone',
  'GET /api/learn/cn/email/link': 'everyone',
  'POST /api/learn/cn/email/confirm': 'everyone',
  'POST /api/learn/cn/session/notice/read': 'everyone',

  'GET /api/suspendUserCache/delete': 'peopleAndSuspended',

  'POST /api/campus/verifyingUserLogin': 'people',
  'POST /api/learn/cn/sms/verify': 'people',
  'POST /api/learn/cn/sms/verifyPhoneIsBound': 'people',
  'POST /api/learn/cn/sms/bind': 'people',
  'POST /api/learn/cn/sms/replacement/login': 'people',
  'GET /api/learn/cn/account/profile': 'people',
  'POST /api/learn/cn/updateUserBasicInfo': 'people',
  'POST /api/learn/cn/updateUserAvatar': 'people',
  'GET /api/learn/cn/account/safety': 'people',
  'POST /api/learn/cn/account/export': 'people',
  'GET /api/learn/cn/account/export/:id': 'people',
  'POST /api/learn/cn/account/delete': 'people',
  'POST /api/learn/cn/email': 'people',
  'GET /api/learn/cn/auth/tfa': 'people',
  'POST /api/learn/cn/auth/tfa/setup': 'people',
  'POST /api/learn/cn/auth/tfa/enable': 'people',
  'POST /api/learn/cn/auth/tfa/verify': 'people',
  'POST /api/learn/cn/auth/tfa/recovery-codes': 'people',
  'POST /api/learn/cn/auth/tfa/disable': 'people',
  'POST /api/learn/cn/auth/checkRealName': 'people',
  'GET /api/learn/cn/binding/list': 'people',
  'POST /api/learn/cn/binding/delete': 'people',
  'POST /api/learn/cn/log-unityid-tip': 'people',
  'GET /api/learn/cn/session/list': 'people',
  'POST /api/learn/cn/session/revoke': 'people',
  'POST /api/learn/cn/session/revokeOthers': 'people',

  'GET /api/learn/tutorial/:id/extends': 'everyone',
  'GET /api/learn/project/:id/extends': 'everyone',
  'GET /api/learn/course/:id/extends': 'everyone',
  'GET /api/learn/liveSession/:id/extends': 'everyone',
  'GET /api/learn/cn/quiz/:id/extends': 'everyone',
  'GET /api/learn/faq/list': 'everyone',
  'GET /api/learn/catalog/list': 'everyone',
  'GET /api/learn/cn/liveSession/list': 'everyone',
  'GET /api/learn/cn/tutorialMap': 'everyone',
  'GET /api/learn/cn/home/rank': 'everyone',
  'GET /api/learn/cn/home/slides': 'everyone',
  'GET /api/learn/topics': 'everyone',
  'GET /api/learn/search': 'everyone',
  'GET /api/learn/cn/search': 'everyone',
  'GET /api/learn/headerSearch': 'everyone',
  'GET /api/learn/search/filters': 'everyone',
  'GET /api/learn/user/autocomplete': 'editorsAndAdmins',

  'GET /api/learn/tags': 'people',
  'POST /api/learn/tags/save': 'people',
  'POST /api/learn/cn/record': 'people',
  'POST /api/learn/cn/record/buy': 'people',
  'POST /api/learn/cn/record/restart': 'people',
  'POST /api/learn/cn/record/delete': 'people',
  'POST /api/learn/cn/record/tutorial/step': 'people',
  'POST /api/learn/cn/record/tutorial': 'people',
  'POST /api/learn/cn/record/view': 'people',
  'POST /api/learn/cn/record/tutorial/home-show': 'people',
  'POST /api/learn/cn/record/quiz': 'people',
  'GET /api/learn/cn/record/item': 'people',
  'GET /api/learn/cn/record/person': 'people',
  'GET /api/learn/cn/solution': 'people',
  'POST /api/learn/cn/collect': 'people',
  'POST /api/learn/cn/collect/delete': 'people',
  'POST /api/learn/collect': 'people',
  'POST /api/learn/collect/delete': 'people',
  'POST /api/learn/like': 'people',
  'POST /api/learn/like/delete': 'people',
  'POST /api/learn/rating': 'people',
  'POST /api/learn/feedback': 'people',
  // of another person: what they do not keep to themselves
  'GET /api/learn/cn/record/list': 'everyone',
  'GET /api/learn/cn/record/year': 'everyone',
  'GET /api/learn/cn/collect/list': 'everyone',
  'GET /api/learn/cn/created/list': 'everyone',
  'GET /api/learn/cn/enterprise/list': 'everyone',
  'GET /api/learn/cn/purchased/list': 'everyone',
  'GET /api/learn/cn/refed/list': 'everyone',

  'GET /auth/unityId/authorization': 'everyone',
  'GET /auth/weixin/authorization': 'everyone',
  'GET /u3d/oauth/unityId/login': 'everyone',
  'GET /u3d/oauth/unityId/callback': 'everyone',
  'GET /u3d/auth/weixin/login': 'everyone',
  'GET /u3d/auth/weixin/callback': 'everyone',
  // opens for everybody and closes at once for a key that is no session's
  'GET /api/socketgw': 'everyone',
  'GET /media/images/:id/:file': 'everyone',
  'GET /api/openapi.json': 'everyone',
  'GET /healthz': 'everyone',
  'GET /readyz': 'everyone',
  'GET /metrics': 'operators',
}

/** What somebody who may has to have proved besides: a second factor for what could take an account away. */
export const guardTable: Record<string, readonly Guard[]> = {
  'POST /api/learn/cn/sms/verify': ['tfa'],
  'POST /api/learn/cn/sms/bind': ['tfa'],
  'POST /api/learn/cn/sms/replacement/login': ['tfa'],
  'POST /api/learn/cn/account/export': ['tfa'],
  'POST /api/learn/cn/account/delete': ['tfa'],
  'POST /api/learn/cn/binding/delete': ['tfa'],
}

/** Whole families of addresses, by what they begin with: documents of the site, and what plays another site in the demo. */
export const familyTable: Record<string, Audience | 'demo'> = {
  '/api/docs': 'everyone',
  '/api/dev/': 'demo',
  '/demo-identity': 'demo',
  '/demo-chat-app': 'demo',
}

/** Every page, by its pattern: for whom it is, and what everybody else is answered. */
export const pageTable: Record<string, { for: Audience; otherwise?: 'sign_in' | 'not_found' }> = {
  '/': { for: 'everyone' },
  '/tutorials': { for: 'everyone' },
  '/projects': { for: 'everyone' },
  '/courses': { for: 'everyone' },
  '/free': { for: 'everyone' },
  '/educators': { for: 'everyone' },
  '/discount': { for: 'everyone' },
  '/unity-learning-path': { for: 'everyone' },
  '/live-calendar': { for: 'everyone' },
  '/search': { for: 'everyone' },
  '/tutorial/:slug': { for: 'everyone' },
  '/project/:slug': { for: 'everyone' },
  '/course/:slug': { for: 'everyone' },
  '/liveSession/:slug': { for: 'everyone' },
  '/quiz/:slug': { for: 'everyone' },
  '/u/:userId': { for: 'everyone' },
  '/auth/login': { for: 'everyone' },
  '/auth/signup': { for: 'everyone' },
  '/auth/logout': { for: 'everyone' },
  '/auth/returned': { for: 'everyone' },
  '/auth/email': { for: 'people', otherwise: 'sign_in' },
  // the link of a mail works wherever it is opened
  '/auth/email/confirm': { for: 'everyone' },
  '/auth/tfa': { for: 'people', otherwise: 'sign_in' },
  '/auth/real-name': { for: 'people', otherwise: 'sign_in' },
  // one's own: of another there is nothing to see
  '/accountSafety/:userId': { for: 'people', otherwise: 'sign_in' },
  '/settings': { for: 'people', otherwise: 'sign_in' },
  '/faq': { for: 'everyone' },
  '/contact': { for: 'everyone' },
  '/app/privacy': { for: 'everyone' },
  '/app/terms': { for: 'everyone' },
  '/app/person-info-list': { for: 'everyone' },
  '/term-of-service': { for: 'everyone' },
  '/*': { for: 'everyone' },
}
