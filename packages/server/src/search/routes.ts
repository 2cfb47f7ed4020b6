import { contentLanguage, type OfferedLocale } from '@lantern/contract/locales.ts'
import { type Criteria, decodeCriteria } from '@lantern/contract/search/criteria.ts'
import {
  autocompleteUsers,
  getFilterData,
  getSearchMarks,
  headerSearch,
  searchItems,
  searchItemsCn,
} from '@lantern/contract/search/searching.ts'
import { readReference } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import { listOfIds } from '#kit/id-lists.ts'
import { type App, route } from '#kit/route.ts'
import type { Text } from '#kit/text.ts'
import { searchForHeader } from './header-searching.ts'
import { completeOwners } from './owners.ts'
import { type ReadLearnerMaps, search, searchMarks } from './searching.ts'

export interface SearchSlots {
  readLearnerMaps: ReadLearnerMaps
}

export function searchRoutes(app: App, { readLearnerMaps }: SearchSlots): void {
  for (const endpoint of [searchItems, searchItemsCn]) {
    route(app, endpoint, ({ query, viewer, locale, services }) => {
      const { page = 0, pageSize = services.config.searchPageSize, ...criteria } = query
      const request = { criteria: readCriteria(criteria, locale, services.text), page, pageSize }
      return search(services, viewer, locale, request, readLearnerMaps)
    })
  }

  route(app, getSearchMarks, async ({ query, viewer, services }) => ({
    learner: await searchMarks(services, viewer.id, listOfIds(query.ids), readLearnerMaps),
  }))

  route(app, headerSearch, async ({ query, locale, services }) => {
    const criteria = readCriteria(query, locale, services.text)
    return { text: criteria.query, results: await searchForHeader(services, locale, criteria) }
  })

  route(app, getFilterData, async ({ locale, services }) => {
    const reference = await readReference(services.db)
    const language = contentLanguage(locale)
    const named = (type: string) =>
      reference.tags.flatMap((tag) => (tag.type === type ? (reference.tag(tag.id, language) ?? []) : []))
    return { topics: named('topic'), industries: named('industry'), versions: [...reference.offeredVersions] }
  })

  route(app, autocompleteUsers, async ({ query, services }) => ({
    userMap: await completeOwners(services.db, query.text),
  }))
}

/** The criteria of a query; each value that none of them knows is told with the parameter it came in. */
function readCriteria(query: Record<string, unknown>, locale: OfferedLocale, text: Text): Criteria {
  const params = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one): [string, string][] => (typeof one === 'string' ? [[name, one]] : [])),
  )
  const { criteria, faults } = decodeCriteria(params)
  if (faults.length === 0) return criteria
  const details = faults.map(({ field, value }) => ({ field, message: text(locale, 'search.fault', { value }) }))
  throw refuse('bad_request', { details })
}
