import type { Services } from '#kit/services.ts'
import { importLists } from './import-list.ts'
import { knowMembers } from './know-members.ts'
import { keepPublished } from './oneroster/publish.ts'
import { readSources } from './oneroster/source-runs.ts'
import { planLists } from './plan-soon.ts'
import { knowPeople } from './scim/know-people.ts'
import { sweepDirectories } from './scim/request-log.ts'
import { sweepLists } from './sweep-lists.ts'

export { rosterPersonalData } from './personal-data.ts'
export { rosterRoutes } from './routes.ts'
export { rememberDemoDirectory } from './scim/demo-directory.ts'

/** What happens to name lists and directories behind the pages. */
export function keepRosters(services: Services): void {
  planLists(services)
  importLists(services)
  knowMembers(services)
  sweepLists(services)
  knowPeople(services)
  sweepDirectories(services)
  keepPublished(services)
  readSources(services)
}
