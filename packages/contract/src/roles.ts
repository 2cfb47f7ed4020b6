// Who a person is to the site and what that opens. Pure: server and pages decide by the same functions.

import type { DeviceType, EndedSession, SignInDevice } from './sign-in-devices.ts'

export const contentLanguages = ['en', 'zh', 'ja', 'ko', 'ru', 'es', 'fr', 'de', 'pt'] as const
export type ContentLanguage = (typeof contentLanguages)[number]

export function isContentLanguage(text: string): text is ContentLanguage {
  return (contentLanguages as readonly string[]).includes(text)
}

const baseGroups = [
  'admin',
  'super_admin',
  'campus_admin',
  'campus_creator',
  'learn_creator',
  'learn_moderator',
  'learn_admin',
  'learn_creator_zh',
  'learn_editor',
] as const

export type Group = (typeof baseGroups)[number] | `learn_admin_${ContentLanguage}` | `learn_editor_${ContentLanguage}`

export const groups: readonly Group[] = [
  ...baseGroups,
  ...contentLanguages.map((language): Group => `learn_admin_${language}`),
  ...contentLanguages.map((language): Group => `learn_editor_${language}`),
]

export function isGroup(text: string): text is Group {
  return (groups as readonly string[]).includes(text)
}

/** The three fields travel together; `suspendUtil` is the wire's own spelling. */
export type AccountStatus = { suspend: boolean; suspendReason: string | null; suspendUtil: string | null }

/** A guest, a suspended account or an ended session: to every rule that is the same. */
export type Guest = {
  kind: 'guest'
  groups?: readonly []
  accountStatus?: AccountStatus
  /** Why this device is signed out, until it was read. */
  ended?: EndedSession
}

/** What a person may do in an organisation: learn, write and teach, or all of it and say who belongs. */
export const memberRoles = ['learner', 'educator', 'admin'] as const
export type MemberRole = (typeof memberRoles)[number]
export type Membership = { organisationId: string; role: MemberRole }

export type SignedIn = {
  kind: 'user'
  id: string
  name: string
  groups: readonly Group[]
  premium: boolean
  isRealName: boolean
  hasPhone: boolean
  hasEmail: boolean
  hasAuthId: boolean
  /** An address is asked for and there is none yet. */
  emailRequired: boolean
  /** The second factor is switched on. */
  hasTwoFactor: boolean
  /** Until when it counts as proved in this session. */
  tfaEndTime: string | null
  needsReview: boolean
  locale: string | null
  region: string | null
  memberships: readonly Membership[]
  /** Ids of the classes this person is in. */
  classes: readonly string[]
  /** The session that asks: its name, which may be shown, and never its token. */
  sessionId: string
  deviceType: DeviceType
  /** The newest sign-in from a device never seen before, until it is read. */
  notice: SignInDevice | null
  /** The token with which a program asks in this person's name. */
  tokenId?: string
}

export type Viewer = Guest | SignedIn

/** What rights over content are decided by: a viewer on the server, a session in the page. */
export type Author = Pick<SignedIn, 'kind' | 'id' | 'groups' | 'memberships' | 'classes'>

/** A plain learner: for acts in a person's name without a request of theirs. */
export function plainLearner(person: { id: string; name: string }): SignedIn {
  return {
    kind: 'user',
    ...person,
    groups: [],
    premium: false,
    isRealName: false,
    hasPhone: false,
    hasEmail: false,
    hasAuthId: false,
    emailRequired: false,
    hasTwoFactor: false,
    tfaEndTime: null,
    needsReview: false,
    locale: null,
    region: null,
    memberships: [],
    classes: [],
    sessionId: '',
    deviceType: 'desktop',
    notice: null,
  }
}

/** Anything that carries groups: a viewer on the server, a session in the page. */
export type GroupMember = { groups?: readonly Group[] }

export function isSignedIn(viewer: Viewer): viewer is SignedIn {
  return viewer.kind === 'user'
}

export function isSuperAdmin(member: GroupMember): boolean {
  return isIn(member, 'super_admin')
}

export function isAdmin(member: GroupMember): boolean {
  return isIn(member, 'admin', 'super_admin')
}

export function isLearnAdmin(member: GroupMember): boolean {
  return isIn(member, 'learn_admin')
}

export function isAnyLanguageLearnAdmin(member: GroupMember): boolean {
  return isIn(member, 'learn_admin', ...contentLanguages.map((language): Group => `learn_admin_${language}`))
}

/** The creator groups (`learn_creator_zh` is the Chinese one), any admin, any editor. Campus admins are not meant. */
export function isLearnCreator(member: GroupMember): boolean {
  return (
    isIn(member, 'learn_creator', 'learn_creator_zh') ||
    isAdmin(member) ||
    isAnyLanguageLearnAdmin(member) ||
    isAnyLanguageEditor(member)
  )
}

/** Literally moderator, learn admin, learn editor: a super admin who is none of these does not moderate. */
export const moderatorGroups: readonly Group[] = ['learn_moderator', 'learn_admin', 'learn_editor']

export function isLearnModerator(member: GroupMember): boolean {
  return isIn(member, ...moderatorGroups)
}

export function isLearnEditor(member: GroupMember): boolean {
  return isIn(member, 'learn_editor')
}

export function isAnyLanguageEditor(member: GroupMember): boolean {
  return isIn(member, 'learn_editor', ...contentLanguages.map((language): Group => `learn_editor_${language}`))
}

/** Admin or editor of exactly this language. */
export function isLocalAdminOrEditor(member: GroupMember, language: ContentLanguage): boolean {
  return isIn(member, `learn_admin_${language}`, `learn_editor_${language}`)
}

export function isCnCreator(member: GroupMember): boolean {
  return isIn(member, 'learn_creator_zh', 'learn_admin')
}

export function isCnAdmin(member: GroupMember): boolean {
  return isIn(member, 'learn_admin_zh', 'learn_admin')
}

export function isCampusCreator(member: GroupMember): boolean {
  return isIn(member, 'campus_creator', 'campus_admin')
}

export function isCampusAdmin(member: GroupMember): boolean {
  return isIn(member, 'campus_admin')
}

function isIn(member: GroupMember, ...wanted: readonly Group[]): boolean {
  return member.groups?.some((group) => wanted.includes(group)) ?? false
}

/** `demoOnly` is open to everybody, on routes that exist in demo mode alone. */
const opensFor = {
  public: () => true,
  demoOnly: () => true,
  learner: isSignedIn,
  verified: (viewer) => isSignedIn(viewer) && viewer.isRealName,
  creator: isLearnCreator,
  /** Authors of content, of the campus or not; what each may change is said by authoring/rights.ts. */
  author: (viewer) => isLearnCreator(viewer) || isCampusCreator(viewer),
  cnCreator: isCnCreator,
  moderator: isLearnModerator,
  editor: isAnyLanguageEditor,
  adminOrEditor: (viewer) => isAdmin(viewer) || isAnyLanguageLearnAdmin(viewer) || isAnyLanguageEditor(viewer),
  learnAdmin: isLearnAdmin,
  cnAdmin: isCnAdmin,
  campusCreator: isCampusCreator,
  campusAdmin: isCampusAdmin,
  admin: isAdmin,
  superAdmin: isSuperAdmin,
} satisfies Record<string, (viewer: Viewer) => boolean>

export type Access = keyof typeof opensFor

/** Levels that a guest passes; every other level gives the handler a `SignedIn`. */
export type OpenAccess = 'public' | 'demoOnly'

export function mayAccess(viewer: Viewer, access: Access): boolean {
  return opensFor[access](viewer)
}
