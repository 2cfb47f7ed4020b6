import { isMaker } from '../catalog/access.ts'
import type { LearnOptionType } from '../catalog/item-types.ts'
import { isCampusAdmin, isCampusCreator, isLearnCreator, type SignedIn } from '../roles.ts'

/** What decides who may change something: whose it is, in which language, and whether it is the campus's. */
export interface Authored {
  ownerId: string
  authorId: string
  language: string
  learnOptionType: LearnOptionType
}

/**
 * Owner, author and those who look after the content of that language, as long as they are creators at all; what belongs
 * to the campus is for campus creators, and campus admins look after all of it.
 */
export function mayEdit(author: SignedIn, item: Authored): boolean {
  const isCampus = item.learnOptionType === 'campus'
  if (isCampus && isCampusAdmin(author)) return true
  return isMaker(author, item) && (isLearnCreator(author) || (isCampus && isCampusCreator(author)))
}

/** Who may begin something new, of the campus or not. */
export function mayStart(author: SignedIn, learnOptionType: LearnOptionType): boolean {
  return learnOptionType === 'campus' ? isCampusCreator(author) : isLearnCreator(author)
}

/** Content is given to somebody else by those who look after it, not by its owner. */
export function mayGiveAway(author: SignedIn, item: Pick<Authored, 'language' | 'learnOptionType'>): boolean {
  return mayEdit(author, { ...item, ownerId: '', authorId: '' })
}
