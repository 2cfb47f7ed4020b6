import type { Author, Guest, MemberRole, Viewer } from '../roles.ts'
import { contentLanguages, isAdmin, isLearnAdmin, isLearnEditor, isLocalAdminOrEditor } from '../roles.ts'

/** What decides who may see an item and read its steps. */
export interface Guarded {
  id: string
  language: string
  premium: boolean
  withPay: boolean
  ownerId: string
  authorId: string
  published: boolean
  hidden: boolean
  /** The owning organisation; null: the site, for everybody. */
  organisationId: string | null
  /** Whom it is published for: `everybody`, an organisation or a class, by id. */
  audience: string
}

/**
 * The one rule for the text of a tutorial, project or course: everybody reads what is free; a premium member what is
 * premium; a buyer the bought items; owner, author and the editors of the language everything. The text of steps that
 * a viewer may not read never leaves the server, on any surface.
 */
export function canReadSteps(
  viewer: Viewer,
  item: Omit<Guarded, 'published' | 'hidden' | 'audience'>,
  entitlements: ReadonlySet<string>,
): boolean {
  if (!item.premium && !item.withPay) return true
  if (viewer.kind === 'guest') return false
  return (item.premium && viewer.premium) || entitlements.has(item.id) || isMaker(viewer, item)
}

export const everybody = 'everybody'

/**
 * A viewer's rights as sets, which the columns of an item are compared with: by the server in SQL (catalog/visibility.ts)
 * for what may be seen, and below for what may be changed.
 */
export interface Sight {
  userId: string | null
  /** Audiences that this viewer belongs to. */
  audiences: readonly string[]
  /** Organisations in which this viewer is educator or admin: every class's content is visible. */
  teaches: readonly string[]
  /** Organisations this viewer belongs to: what they wrote for them is theirs as long as they do. */
  belongsTo: readonly string[]
  /** Organisations whose content this viewer looks after. */
  leads: readonly string[]
  /** Looks after the content of every organisation. */
  leadsAll: boolean
  /** Looks after the site's own content, in every language and while it has none yet. */
  editsAll: boolean
  /** Languages in which this viewer looks after the site's own content. */
  edits: readonly string[]
}

export function sightOf(viewer: Guest | Author): Sight {
  if (viewer.kind === 'guest') return guestSight
  const { memberships } = viewer
  const idsWith = (...roles: MemberRole[]) =>
    memberships.filter(({ role }) => roles.includes(role)).map(({ organisationId }) => organisationId)
  const belongsTo = memberships.map(({ organisationId }) => organisationId)
  return {
    userId: viewer.id,
    audiences: [everybody, ...belongsTo, ...viewer.classes],
    teaches: idsWith('educator', 'admin'),
    belongsTo,
    leads: idsWith('admin'),
    leadsAll: isAdmin(viewer),
    editsAll: isAdmin(viewer) || isLearnAdmin(viewer) || isLearnEditor(viewer),
    edits: contentLanguages.filter((language) => isLocalAdminOrEditor(viewer, language)),
  }
}

const guestSight: Sight = {
  userId: null,
  audiences: [everybody],
  teaches: [],
  belongsTo: [],
  leads: [],
  leadsAll: false,
  editsAll: false,
  edits: [],
}

/**
 * True for owner and author, for the site's editors and admins by language, and for admins of the item's organisation. A
 * membership that has ended gives no rights over the organisation's items.
 */
export function isMaker(
  viewer: Guest | Author,
  {
    ownerId,
    authorId,
    organisationId,
    language,
  }: Pick<Guarded, 'ownerId' | 'authorId' | 'organisationId' | 'language'>,
): boolean {
  const { userId, belongsTo, leads, leadsAll, editsAll, edits } = sightOf(viewer)
  if (userId === null) return false
  const isOwn = userId === ownerId || userId === authorId
  if (organisationId === null) return isOwn || editsAll || edits.includes(language)
  return (isOwn && belongsTo.includes(organisationId)) || leads.includes(organisationId) || leadsAll
}

/** True when the viewer may see that the item exists: `visibleTo` of the server, for one item already read. */
export function mayKnowOf(viewer: Guest | Author, item: Omit<Guarded, 'premium' | 'withPay'>): boolean {
  const { audiences, teaches } = sightOf(viewer)
  const isFor = audiences.includes(item.audience) || teaches.includes(item.organisationId ?? '')
  return (item.published && !item.hidden && isFor) || isMaker(viewer, item)
}
