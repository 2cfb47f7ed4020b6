import { getCourse, getLiveSession, getProject, getTutorial } from '@lantern/contract/catalog/details.ts'
import { catalogChanged, itemChanged, itemPublished, itemRemoved } from '@lantern/contract/catalog/events.ts'
import { getHomeRank, getHomeTiles } from '@lantern/contract/catalog/home.ts'
import { getTutorialMap, listCatalog } from '@lantern/contract/catalog/lists.ts'
import { getLiveWeek, listLiveSessions } from '@lantern/contract/catalog/live-sessions.ts'
import { listTopics } from '@lantern/contract/catalog/tags.ts'
import { cmsChanged } from '@lantern/contract/cms/events.ts'
import { askGraphql } from '@lantern/contract/cms/pages.ts'
import { getBundleMap } from '@lantern/contract/commerce/bundles.ts'
import type { Endpoint } from '@lantern/contract/endpoint.ts'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { idPrefixes } from '@lantern/contract/ids.ts'
import { getMedia } from '@lantern/contract/media/videos.ts'
import { getQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { indexChanged } from '@lantern/contract/search/events.ts'
import { getFilterData, searchItems } from '@lantern/contract/search/searching.ts'
import type { Events } from '#kit/events.ts'
import type { Things } from '#kit/page-cache.ts'
import type { ApiAnswer, ApiCall, InProcessCalls } from './in-process-calls.ts'

/** What is found and in which order: any item may come into it, go out of it or change its place. */
const catalog = 'catalog'
/** What the index of the search finds: it follows the catalogue a little later. */
const index = 'index'
/** Names of tags, versions and packages, and which items are translations or parts of which. */
const relations = 'relations'

const contentOf = (namespace: string, slug: string) => `cms:${namespace}/${slug}`

type Describe = (call: ApiCall) => readonly string[] | 'everything'

/** What the answer of each call is made of, for a guest. Whatever stands in it by its id is added for all of them. */
const described: readonly [Endpoint, Describe][] = [
  ...[getTutorial, getProject, getCourse, getLiveSession].map((call): [Endpoint, Describe] => [call, ofItem]),
  ...[
    getHomeTiles,
    getHomeRank,
    listCatalog,
    listLiveSessions,
    getLiveWeek,
    listTopics,
    getTutorialMap,
    getBundleMap,
    getQuiz,
  ].map((call): [Endpoint, Describe] => [call, () => [catalog, relations]]),
  ...[searchItems, getFilterData].map((call): [Endpoint, Describe] => [call, () => [catalog, relations, index]]),
  [askGraphql, ofContent],
  // no event tells of a video: a page that names one is made anew when it is old, or its text is another
  [getMedia, () => []],
  // of a guest it says what the site was started with
  [getSession, () => []],
]

const patterns = described.map(([{ method, path }, describe]) => ({
  method,
  path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  describe,
}))

/** Makes the calls of one page of guests, and tells what has to change before the page is another. */
export function dependenciesHeard(send: InProcessCalls['send']): Pick<InProcessCalls, 'send'> & {
  dependsOn(): Things
} {
  const heard = new Set<string>()
  let isBeyondWords = false
  return {
    async send(call) {
      const answer = await send(call)
      const things = dependenciesOf(call, answer)
      if (things === 'everything') isBeyondWords = true
      else for (const thing of things) heard.add(thing)
      return answer
    },
    dependsOn: () => (isBeyondWords ? 'everything' : heard),
  }
}

function dependenciesOf(call: ApiCall, { status, text }: ApiAnswer): Things {
  // what is for learners alone is refused to every guest, whatever changes
  if (status === 401) return new Set()
  if (status !== 200) return 'everything'
  const path = call.path.split('?', 1)[0] ?? ''
  const known = patterns.find((pattern) => pattern.method === call.method && pattern.path.test(path))
  const things = known?.describe(call) ?? 'everything'
  return things === 'everything' ? things : new Set([...things, ...idsIn(text)])
}

/** Its parts, its translations and its people stand in the answer; the parents it is opened in, in the question. */
function ofItem({ path }: ApiCall): readonly string[] {
  return [relations, ...new URL(path, 'http://site').searchParams.values()]
}

/** An address counts even where nothing is: something may come there. */
function ofContent({ body }: ApiCall): readonly string[] | 'everything' {
  const { operationName, variables } = (body ?? {}) as { operationName?: unknown; variables?: Record<string, unknown> }
  const { slug, namespace = 'learn' } = variables ?? {}
  const isAsked = operationName === 'CmsContent' && typeof slug === 'string' && typeof namespace === 'string'
  return isAsked ? [contentOf(namespace, slug)] : 'everything'
}

const anyId = new RegExp(`"((?:${Object.values(idPrefixes).join('|')})_[0-9A-Za-z][0-9A-Za-z_-]{0,63})"`, 'g')

function* idsIn(text: string): Iterable<string> {
  for (const [, id] of text.matchAll(anyId)) if (id) yield id
}

/** Tells what is another now, whatever process changed it. After a gap in what this one heard, that may be everything. */
export function listenToChanges(events: Events, onChange: (changed: Things) => void): void {
  const tell = (...things: (string | undefined)[]) =>
    onChange(things.every((thing) => typeof thing === 'string') ? new Set(things as string[]) : 'everything')
  events.listen([itemPublished], (published) =>
    // it may be a part or a translation now of what did not show it before
    tell(published?.itemId, catalog, ...(published?.near ?? [relations])),
  )
  // what shows it names it
  events.listen([itemChanged, itemRemoved], (item) => tell(item?.itemId, catalog))
  events.listen([catalogChanged], (change) => tell(change?.reason, catalog, relations))
  events.listen([indexChanged], (change) => tell(change ? index : undefined))
  events.listen([cmsChanged], (page) => tell(page ? contentOf(page.namespace, page.slug) : undefined))
  events.listen([accountChanged], (account) => tell(account?.userId))
}
