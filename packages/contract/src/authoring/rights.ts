import { isMaker } from '../catalog/access.ts'
import { type Author, isAdmin, isCampusCreator, isLearnCreator } from '../roles.ts'

/** What decides who may change something: whose it is, in which language, and of which organisation. */
export interface Authored {
  ownerId: string
  authorId: string
  language: string
  /** Null: the site's own content. */
  organisationId: string | null
}

/** True for its owner and author while they are creators: of the site, or of the campus for an organisation's content. */
export function mayEdit(author: Author, item: Authored): boolean {
  return isMaker(author, item) && isCreatorFor(author, item.organisationId)
}

/** Who may begin something new: for the site, or for an organisation that they teach in. */
export function mayStart(author: Author, organisationId: string | null): boolean {
  if (organisationId === null) return isLearnCreator(author)
  return isCampusCreator(author) && teachesIn(author).includes(organisationId)
}

/** The owner of a new item: the site, or the organisation asked for, by default the one joined first. */
export function organisationFor(author: Author, { campus, organisationId }: NewItemPlace): string | null {
  return campus ? (organisationId ?? teachesIn(author)[0] ?? '') : null
}

export interface NewItemPlace {
  /** Under /campus/: it belongs to an organisation. */
  campus: boolean
  organisationId?: string | undefined
}

/** Organisations that this person writes for, the one joined first at the head. */
export function teachesIn(author: Author): string[] {
  return author.memberships.filter(({ role }) => role !== 'learner').map(({ organisationId }) => organisationId)
}

/** Whether the author may say whom an organisation's item is for: its owner, and the organisation's content admins. */
export function mayChooseAudience(author: Author, item: Authored): boolean {
  return item.organisationId !== null && mayEdit(author, { ...item, authorId: item.ownerId })
}

/** Whether the author may change the owner of an item. Owning it is not enough: it takes the role that edits the content. */
export function mayGiveAway(author: Author, item: Pick<Authored, 'language' | 'organisationId'>): boolean {
  return mayEdit(author, { ...item, ownerId: '', authorId: '' })
}

function isCreatorFor(author: Author, organisationId: string | null): boolean {
  return organisationId === null ? isLearnCreator(author) : isCampusCreator(author) || isAdmin(author)
}
