import { Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { offeredLocales } from '../locales.ts'
import { groups, memberRoles } from '../roles.ts'
import { EndedSession } from '../sign-in-devices.ts'
import { outsideWays } from './outside-ways.ts'
import { regions } from './regions.ts'
import { OwnLogin } from './session-list.ts'

/** What people see of themselves. */
export const User = object({
  id: Type.String(),
  name: Type.String(),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  authId: nullable(Type.String()),
  avatar: nullable(Type.String()),
  fullName: Type.String(),
  username: nullable(Type.String()),
  slug: Type.String(),
  title: Type.String(),
  anonymous: Type.Boolean(),
  isBot: Type.Boolean(),
  isRealName: Type.Boolean(),
  profilePercent: Type.Integer(),
  emailRequired: Type.Boolean(),
  tfaEndTime: nullable(Type.String()),
  nextUpdateProfileTime: nullable(Type.String()),
})

/** `suspendUtil` is spelled so on the wire. */
export const AccountStatus = object({
  suspend: Type.Boolean(),
  suspendReason: nullable(Type.String()),
  suspendUtil: nullable(Type.String()),
})

const Groups = Type.Array(Type.Enum(groups))
const Membership = object({ organisationId: Type.String(), role: oneOf(...memberRoles) })

export const Features = object({
  edition: oneOf('cn', 'global'),
  demo: Type.Boolean(),
  popupLogin: Type.Boolean(),
  /** Whether a proof of work may be asked for before a code is sent or tried. */
  captcha: oneOf('auto', 'always', 'off'),
  /** What is paid for is shown with the name of the person who reads it. */
  watermark: Type.Boolean(),
  /** In WeChat's browser pages set up how they look when they are shared. */
  weixinShare: Type.Boolean(),
  /** Other sites by which one can sign in, in the order of their buttons. */
  outsideWays: Type.Array(Type.Enum(outsideWays)),
})

/** What guards need to know besides the user; `twoFactor` is what the site's setting means for this person. */
export const GuardState = object({ twoFactor: oneOf('off', 'notified', 'required'), needsReview: Type.Boolean() })

const Link = object({ text: Type.String(), url: nullable(Type.String()) })

/** What the operator has set: the same for every visitor. */
export const SiteFacts = object({
  name: Type.String(),
  host: Type.String(),
  /** Where the site is for search engines and shared links: no slash at the end. */
  origin: Type.String(),
  learningHosts: Type.Array(Type.String()),
  headerlessSearchPaths: Type.Array(Type.String()),
  apps: object({ dashboard: Type.String(), assetStore: Type.String(), answers: Type.String(), forum: Type.String() }),
  appDownload: Type.String(),
  /** Where premium is offered. */
  premiumUrl: Type.String(),
  filingRecords: Type.Array(Link),
})

export const getSession = endpoint('GET /api/session', {
  summary: 'Who is here, in which language, and the token that state-changing calls carry',
  access: 'public',
  response: object({
    csrfToken: Type.String(),
    user: nullable(User),
    /** True until the tip about the ways to sign in was shown to this person. */
    loginTip: Type.Boolean(),
    accountStatus: AccountStatus,
    login: nullable(OwnLogin),
    ended: nullable(EndedSession),
    guards: GuardState,
    groups: Groups,
    /** Organisations that this person belongs to, the one joined first at the head. */
    memberships: Type.Array(Membership),
    premium: Type.Boolean(),
    locale: oneOf(...offeredLocales),
    region: nullable(oneOf(...regions)),
    features: Features,
    site: SiteFacts,
  }),
})

export const getCurrentUser = endpoint('GET /api/learn/cn/user', {
  summary: 'The signed-in person, and whether the account is suspended',
  access: 'public',
  response: object({
    user: nullable(User),
    groups: Groups,
    premium: Type.Boolean(),
    suspend: Type.Boolean(),
    suspendReason: nullable(Type.String()),
    suspendUtil: nullable(Type.String()),
  }),
})

export const getCountry = endpoint('GET /api/learn/cn/country', {
  summary: 'From which country the visitor comes, in two letters; null where it is not known',
  access: 'public',
  response: object({ country: nullable(Type.String()) }),
})

export const signOut = endpoint('POST /api/auth/logout', {
  summary: 'End this session',
  access: 'public',
  response: object({ success: Type.Boolean() }),
})

export const changeLanguage = endpoint('POST /api/changeLanguage', {
  summary: 'Choose the language of the interface',
  access: 'public',
  body: object({ locale: oneOf(...offeredLocales) }),
  response: object({ locale: oneOf(...offeredLocales) }),
})

export const changePreferredRegion = endpoint('POST /api/changePreferredRegion', {
  summary: 'Choose the region',
  access: 'public',
  body: object({ regionRefId: oneOf(...regions) }),
  response: object({ regionRefId: oneOf(...regions) }),
})
