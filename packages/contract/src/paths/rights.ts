import { type Author, isAdmin, isLearnAdmin } from '../roles.ts'

/** Who looks after a path: admins for the site's own, educators and admins of an organisation for that organisation's. */
export function mayEditPath(author: Author, organisationId: string | null): boolean {
  if (organisationId === null) return isLearnAdmin(author) || isAdmin(author)
  return author.memberships.some((one) => one.organisationId === organisationId && one.role !== 'learner')
}
