import type { Viewer } from '../roles.ts'
import {
  isAdmin,
  isCampusCreator,
  isContentLanguage,
  isLearnAdmin,
  isLearnEditor,
  isLocalAdminOrEditor,
} from '../roles.ts'
import type { LearnOptionType } from './item-types.ts'

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
  learnOptionType: LearnOptionType
}

/**
 * The one rule for the text of a tutorial, project or course: everybody reads what is free; a premium member what is
 * premium; a buyer what was bought; owner, author and the editors of the language everything. The text of steps that
 * a viewer may not read never leaves the server, on any surface.
 */
export function canReadSteps(viewer: Viewer, item: Guarded, entitlements: ReadonlySet<string>): boolean {
  if (!item.premium && !item.withPay) return true
  if (viewer.kind === 'guest') return false
  return (item.premium && viewer.premium) || entitlements.has(item.id) || isMaker(viewer, item)
}

/**
 * Published and not hidden is for everybody, or for the groups of the campus where it is the campus's; the rest is there
 * for those who make it, and not found for others.
 */
export function isVisible(viewer: Viewer, item: Guarded): boolean {
  const isForViewer = item.learnOptionType !== 'campus' || seesCampus(viewer)
  return (item.published && !item.hidden && isForViewer) || isMaker(viewer, item)
}

/** Whether what belongs to the campus is there for this viewer. */
export function seesCampus(viewer: Viewer): boolean {
  return viewer.kind === 'user' && isCampusCreator(viewer)
}

/** Owner, author, or somebody who looks after the content of that language. */
export function isMaker(viewer: Viewer, item: Pick<Guarded, 'ownerId' | 'authorId' | 'language'>): boolean {
  if (viewer.kind === 'guest') return false
  if (viewer.id === item.ownerId || viewer.id === item.authorId) return true
  if (isAdmin(viewer) || isLearnAdmin(viewer) || isLearnEditor(viewer)) return true
  return isContentLanguage(item.language) && isLocalAdminOrEditor(viewer, item.language)
}
