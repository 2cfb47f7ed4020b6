import { getCourse, getLiveSession, getProject, getTutorial } from '@lantern/contract/catalog/details.ts'
import { catalogChanged, itemChanged, itemPublished, itemRemoved } from '@lantern/contract/catalog/events.ts'
import { getHomeRank, getHomeTiles } from '@lantern/contract/catalog/home.ts'
import { getTutorialMap, type ListCriteria, listCatalog } from '@lantern/contract/catalog/lists.ts'
import { getLiveWeek, listLiveSessions } from '@lantern/contract/catalog/live-sessions.ts'
import { listTopics } from '@lantern/contract/catalog/tags.ts'
import { cmsChanged } from '@lantern/contract/cms/events.ts'
import { askGraphql } from '@lantern/contract/cms/pages.ts'
import { getBundleMap, readBundle } from '@lantern/contract/commerce/bundles.ts'
import { bundleChanged } from '@lantern/contract/commerce/events.ts'
import type { Endpoint, ResponseOf } from '@lantern/contract/endpoint.ts'
import type { DomainEvent, PayloadOf, Signal } from '@lantern/contract/event.ts'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { idPrefixes } from '@lantern/contract/ids.ts'
import { getMedia } from '@lantern/contract/media/videos.ts'
import { pathChanged } from '@lantern/contract/paths/events.ts'
import { listPaths } from '@lantern/contract/paths/paths.ts'
import { getQuiz } from '@lantern/contract/quiz/quizzes.ts'
import type { Criteria } from '@lantern/contract/search/criteria.ts'
import { indexChanged } from '@lantern/contract/search/events.ts'
import { getFilterData, searchItems } from '@lantern/contract/search/searching.ts'
import type { Things } from '#kit/changed-things.ts'
import type { Events } from '#kit/events.ts'
import type { ApiAnswer, ApiCall, InProcessCalls } from './in-process-calls.ts'

/** Anything listed: told where nobody knows which lists are others now. */
const listed = 'listed'
/** Lists of which it is not known what they may hold: any item may come into them, go out or change its place. */
const anyList = 'list'
const listOf = (language: string, type = '') => (type ? `list:${language}/${type}` : `list:${language}`)
const listOfType = (type: string) => `list:*/${type}`
/** What the index of the search finds, in any language or in one: it follows the catalogue a little later. */
const indexed = 'indexed'
const anyIndex = 'index'
const indexOf = (language: string) => `index:${language}`
/** Names of tags, versions and packages, and which items are translations or parts of which. */
const relations = 'relations'

/** The learning paths that guests may join. */
const anyPath = 'paths'

const anyBundle = 'bundles'
const bundleNamed = (id: string) => `bundle:${id}`
const contentOf = (namespace: string, slug: string) => `cms:${namespace}/${slug}`

type Describe = (call: ApiCall, text: string) => readonly string[] | 'everything'

/** What the answer of each call is made of, for a guest. Ids found in the answer are added for all of them. */
const described: readonly [Endpoint, Describe][] = [
  ...[getTutorial, getProject, getCourse, getLiveSession].map((call): [Endpoint, Describe] => [call, ofItem]),
  ...[getHomeTiles, getHomeRank].map((call): [Endpoint, Describe] => [call, ofOneLanguage]),
  [listCatalog, ofList],
  ...[listLiveSessions, getLiveWeek].map((call): [Endpoint, Describe] => [
    call,
    () => [listed, listOfType('liveSession'), relations],
  ]),
  ...[listTopics, getTutorialMap, getQuiz].map((call): [Endpoint, Describe] => [
    call,
    () => [listed, anyList, relations],
  ]),
  [getBundleMap, ofBundles],
  [readBundle, (_, text) => [relations, bundleNamed((JSON.parse(text) as ResponseOf<typeof readBundle>).bundle.id)]],
  [searchItems, ofSearch],
  [listPaths, () => [anyPath, listed, anyList]],
  [getFilterData, () => [relations]],
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
  // what is for learners alone is refused to every guest, before and after a change
  if (status === 401) return new Set()
  if (status !== 200) return 'everything'
  const path = call.path.split('?', 1)[0] ?? ''
  const known = patterns.find((pattern) => pattern.method === call.method && pattern.path.test(path))
  const things = known?.describe(call, text) ?? 'everything'
  return things === 'everything' ? things : new Set([...things, ...idsIn(text)])
}

/** Its parts, its translations and its people stand in the answer; the parents it is opened in, in the question. */
function ofItem({ path }: ApiCall): readonly string[] {
  return [relations, ...new URL(path, 'http://site').searchParams.values()]
}

/** What is listed in the language of the reader; of an empty list it is not known. */
function ofOneLanguage(_call: ApiCall, text: string): readonly string[] {
  const languages = new Set([...text.matchAll(/"language":"(\w+)"/g)].map(([, language = '']) => language))
  return [listed, relations, ...(languages.size > 0 ? [...languages].map((language) => listOf(language)) : [anyList])]
}

/** By the criteria that the answer says it was made for. */
function ofList(_call: ApiCall, text: string): readonly string[] {
  const { language, type } = (JSON.parse(text) as { criteria: ListCriteria }).criteria
  if (!language || language === 'all' || !type?.length) return [listed, relations, anyList]
  return [listed, relations, ...type.map((each) => listOf(language, each))]
}

/** Bundles that were asked for count also while they are not sold. */
function ofBundles({ path }: ApiCall): readonly string[] {
  const ids = new URL(path, 'http://site').searchParams.get('ids')
  return [listed, anyList, relations, ...(JSON.parse(ids ?? '[]') as string[]).map(bundleNamed)]
}

function ofSearch(_call: ApiCall, text: string): readonly string[] {
  const { language } = (JSON.parse(text) as { criteria: Criteria }).criteria
  return [indexed, relations, ...(language.length > 0 ? language.map(indexOf) : [anyIndex])]
}

/**
 * An address counts even where nothing is: something may come there. Of links to items, bundles and learning paths the
 * answer leaves out those that lead to none, and does not name these.
 */
function ofContent({ body }: ApiCall, text: string): readonly string[] | 'everything' {
  const { operationName, variables } = (body ?? {}) as { operationName?: unknown; variables?: Record<string, unknown> }
  const { slug, namespace = 'learn' } = variables ?? {}
  const isAsked = operationName === 'CmsContent' && typeof slug === 'string' && typeof namespace === 'string'
  if (!isAsked) return 'everything'
  return text.includes('"linksThings":true')
    ? [contentOf(namespace, slug), listed, anyList, anyBundle, anyPath]
    : [contentOf(namespace, slug)]
}

const anyId = new RegExp(`"((?:${Object.values(idPrefixes).join('|')})_[0-9A-Za-z][0-9A-Za-z_-]{0,63})"`, 'g')

function* idsIn(text: string): Iterable<string> {
  for (const [, id] of text.matchAll(anyId)) if (id) yield id
}

/** An event, and the names of what is another after it. */
interface Change {
  event: Signal
  changed(payload: object): readonly string[]
}

function change<E extends Signal>(event: E, changed: (payload: PayloadOf<E>) => readonly string[]): Change {
  // called with payloads of this event
  return { event, changed: changed as Change['changed'] }
}

const changes: readonly Change[] = [
  // it may be a part or a translation now of what did not show it before
  change(itemPublished, (item) => [item.itemId, ...listsOf(item), ...(item.near ?? [relations])]),
  // what shows it names it
  change(itemChanged, (item) => [item.itemId, ...listsOf(item)]),
  change(itemRemoved, (item) => [item.itemId, ...listsOf(item)]),
  change(catalogChanged, ({ reason }) => [reason, listed, relations]),
  change(indexChanged, ({ languages }) => [anyIndex, ...(languages?.map(indexOf) ?? [indexed])]),
  change(cmsChanged, ({ namespace, slug }) => [contentOf(namespace, slug)]),
  change(pathChanged, () => [anyPath]),
  change(bundleChanged, ({ bundleId }) => [bundleNamed(bundleId), anyBundle]),
  change(accountChanged, ({ userId }) => [userId]),
]

/** Tells which things changed, in any process. After a gap in what this one heard, that may be everything. */
export function listenToChanges(events: Events, onChange: (changed: Things) => void): void {
  for (const { event, changed } of changes)
    events.listen([event], (payload) => onChange(payload === null ? 'everything' : new Set(changed(payload as object))))
}

/** The events that the stream keeps; changes of the search index are told at once only. */
export const streamedChanges = changes
  .map(({ event }) => event)
  .filter((event): event is DomainEvent => 'topic' in event)

/** What is another after an event of the stream. */
export function thingsChangedBy(name: string, payload: object): readonly string[] {
  return changes.find(({ event }) => event.name === name)?.changed(payload) ?? []
}

/** Whether the search's index is among it, of which no event is kept. */
export function dependsOnIndex(things: Things): boolean {
  return things !== 'everything' && (things.has(indexed) || things.has(anyIndex))
}

/** The names of the lists that an event says are others now. */
function listsOf(item: { lists?: string[] }): string[] {
  if (!item.lists) return [listed]
  return [
    anyList,
    ...item.lists.flatMap((list) => {
      const [language = '', type = ''] = list.split('/')
      return [listOf(language), listOf(language, type), listOfType(type)]
    }),
  ]
}
