import type { getHomeRank } from '@lantern/contract/catalog/home.ts'
import { isFree } from '@lantern/contract/catalog/item-types.ts'
import type { CardLearner, getCardMarks } from '@lantern/contract/catalog/lists.ts'
import type { getRecord } from '@lantern/contract/learning/records.ts'
import type { getSearchMarks } from '@lantern/contract/search/searching.ts'
import type { Api } from '#kit/api.ts'
import { readFollowed } from '#notifications/index.ts'
import type { RootData } from '#shell/index.ts'
import { tutorialsName } from './cms-slot-data.ts'
import type { loader as detailLoader, OwnOfDetail } from './detail.tsx'
import type { loader as homeLoader } from './home.tsx'
import { readDue, readHomeFeed, readHomeRecords, readOwnPaths } from './home-records.ts'
import type { loader as listLoader } from './list.tsx'
import type { loader as searchLoader } from './search.tsx'
import type { loader as lessonLoader, OwnOfLesson } from './tutorial.tsx'

// What one visit asks for beside a page that is kept for all: the visitor's part of what its loaders gave, by the names
// under which `useOwn` reads it. Null: to this visitor it would be another page, which is made for them as a whole.

type Own = Record<string, unknown> | null

interface OwnVisit {
  request: Request
  root: Promise<RootData>
}

/** By the id of the route; a page that is not here is never kept. */
export const ownData: Record<string, ((api: Api, data: never, visit: OwnVisit) => Promise<Own>) | undefined> = {
  'pages/home': ownOfHome,
  tutorials: ownOfList,
  projects: ownOfList,
  courses: ownOfList,
  'pages/search': ownOfSearch,
  project: ownOfDetail,
  course: ownOfDetail,
  tutorial: ownOfLesson,
  'campus-project': ownOfDetail,
  'campus-course': ownOfDetail,
  'campus-tutorial': ownOfLesson,
}

type Loaded<Loader extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Loader>>

async function ownOfHome(api: Api, data: Loaded<typeof homeLoader>, { request }: OwnVisit): Promise<Own> {
  const { picks, rank, segments } = data
  const ranked = Object.keys(rank.rankItemMap)
  const lists: Record<string, readonly string[]> = { picks: idsOf(picks), ...idsInSegments(segments) }
  const ids = [...new Set([...Object.values(lists).flat(), ...ranked])]
  const [read, feed, due, paths] = await Promise.all([
    readHomeRecords(api, request, ids),
    readHomeFeed(api),
    readDue(api),
    readOwnPaths(api),
  ])
  const { marks: told, ...latest } = read ?? {}
  const learner = told ?? (await askMarks(api, ids))
  const records = told ? latest : null
  const marks = marksOfLists(learner, lists)
  // what one has finished is in no ranking, and something else in its place
  const own = ranked.some((id) => learner.recordMap[id]?.completed)
    ? { rank: await api.call<typeof getHomeRank>('GET /api/learn/cn/home/rank', { query: {} }) }
    : {}
  return { records, feed, due, paths, ...marks, ...own }
}

function idsInSegments(segments: Loaded<typeof homeLoader>['segments']): Record<string, string[]> {
  const ids: Record<string, string[]> = {}
  for (const segment of Object.values(segments)) {
    if (!segment) continue
    const { blockData, slotData } = segment
    for (const map of Object.values(blockData.tutorials))
      if (map) ids[tutorialsName(map)] = Object.keys(map.tutorialMap)
    for (const [id, { list }] of Object.entries(slotData.lists?.byBlock ?? {})) ids[`list ${id}`] = idsOf(list)
    for (const [place, list] of (slotData.legs ?? []).entries()) ids[`leg ${place}`] = idsOf(list)
  }
  return ids
}

async function ownOfList(api: Api, { list }: Loaded<typeof listLoader>): Promise<Own> {
  const lists = { list: idsOf(list) }
  return marksOfLists(await askMarks(api, lists.list), lists)
}

async function ownOfSearch(api: Api, { answer }: Loaded<typeof searchLoader>, visit: OwnVisit): Promise<Own> {
  const ids = JSON.stringify(idsOf(answer))
  const found = answer.results.flatMap((result) => result[result.type] ?? [])
  // with a query the answer holds passages of steps that the visitor may read
  const locked = answer.text === '' ? [] : found.filter((item) => !isFree(item))
  const [{ learner }, marks] = await Promise.all([
    api.call<typeof getSearchMarks>('GET /api/learn/search/marks', { query: { ids } }),
    locked.length > 0 ? askMarks(api, idsOf({ results: locked })) : null,
  ])
  for (const item of locked) {
    const bought = marks?.boughtMap[item.id] ?? false
    if (await mayReadMore({ ...item, readable: false }, { bought }, visit)) return null
  }
  return { search: learner }
}

async function ownOfDetail(api: Api, data: Loaded<typeof detailLoader>, visit: OwnVisit): Promise<Own> {
  const { item, query } = data
  const [{ recordMap, locked, ...marks }, followed] = await Promise.all([
    ownOfItem(api, item, query),
    readFollowed(api.call, { type: item.type === 'course' ? 'course' : 'project', id: item.id }),
  ])
  const detail = { ...marks, followed }
  if (locked || (await mayReadMore(item, detail, visit))) return null
  return { detail: { ...detail, recordMap } satisfies OwnOfDetail }
}

async function ownOfLesson(api: Api, data: Loaded<typeof lessonLoader>, visit: OwnVisit): Promise<Own> {
  const { item, context } = data
  const { recordMap, locked, ...lesson } = await ownOfItem(api, item, context)
  if (locked || (await mayReadMore(item, lesson, visit))) return null
  return { lesson: { ...lesson, records: recordMap } satisfies OwnOfLesson }
}

/** Whether a visitor who is no guest may open what guests may not: the page shows them its text. */
async function mayReadMore(
  item: { readable: boolean; ownerId: string; authorId: string },
  { bought }: { bought: boolean },
  { root }: OwnVisit,
): Promise<boolean> {
  if (item.readable) return false
  const { user, premium } = (await root).session
  return bought || premium || user?.id === item.ownerId || user?.id === item.authorId
}

async function ownOfItem(
  { call }: Api,
  { id, prerequisites }: { id: string; prerequisites: readonly string[] },
  { projectId, courseId }: { projectId?: string | undefined; courseId?: string | undefined },
) {
  const { recordMap, marks } = await call<typeof getRecord>('GET /api/learn/cn/record/item', {
    query: { id, projectId, courseId, marks: JSON.stringify([id, ...prerequisites]) },
  })
  return {
    recordMap,
    collected: marks?.collectMap[id] ?? false,
    bought: marks?.boughtMap[id] ?? false,
    collectCount: marks?.collectCounts[id] ?? 0,
    liked: marks?.likeMap[id] ?? false,
    likeCount: marks?.likeCounts[id] ?? 0,
    /** For this visitor alone: their page is another one. */
    locked: marks?.lockedMap[id] ?? false,
    learnedPrerequisites: prerequisites.filter((one) => marks?.recordMap[one]?.completed),
  }
}

/** The marks of several lists of a page, by their names. */
function marksOfLists(learner: CardLearner, lists: Record<string, readonly string[]>): Record<string, CardLearner> {
  return Object.fromEntries(Object.entries(lists).map(([name, ids]) => [name, marksAmong(learner, new Set(ids))]))
}

function askMarks({ call }: Api, ids: readonly string[]) {
  return call<typeof getCardMarks>('GET /api/learn/catalog/marks', { query: { ids: JSON.stringify(ids) } })
}

function marksAmong({ collectMap, boughtMap, recordMap }: CardLearner, ids: ReadonlySet<string>): CardLearner {
  const among = <Value>(map: Record<string, Value>) =>
    Object.fromEntries(Object.entries(map).filter(([id]) => ids.has(id)))
  return { collectMap: among(collectMap), boughtMap: among(boughtMap), recordMap: among(recordMap) }
}

function idsOf({ results }: { results: readonly { id: string }[] }): string[] {
  return results.map(({ id }) => id)
}
