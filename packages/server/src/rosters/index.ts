import type { Services } from '#kit/services.ts'
import { importLists } from './import-list.ts'
import { knowMembers } from './know-members.ts'
import { planLists } from './plan-soon.ts'
import { sweepLists } from './sweep-lists.ts'

export { rosterPersonalData } from './personal-data.ts'
export { rosterRoutes } from './routes.ts'

/** What happens to name lists behind the pages. */
export function keepRosters(services: Services): void {
  planLists(services)
  importLists(services)
  knowMembers(services)
  sweepLists(services)
}
