import { familyTable } from '@lantern/contract/access-table.ts'
import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import { newId } from '@lantern/contract/ids.ts'
import { changingGets, readingPosts } from '@lantern/contract/wire-names.ts'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { audienceSite, buildAny } from '#testing/audiences.ts'
import type { ItemOptions } from '#testing/builders.ts'
import { soundLiveSession, soundOutline, soundQuiz, soundTutorial } from '#testing/draft-builder.ts'
import type { Person } from '#testing/site.ts'

// To a viewer who may not see an item, every address answers about it as about an unknown id: the same status,
// the same words. What is asked is made of the shape that the address declares, so that a new address is among them.

const { site, people, kinds, author, school } = await audienceSite()

const addresses = [...site.app.answered]
  .filter((address) => !/ \/?\*$|^OPTIONS|^HEAD/.test(address))
  // who asks goes on asking
  .filter((address) => !/auth\/(logout|tfa)|session\/revoke|account\/delete/.test(address))
  .filter((address) => !Object.keys(familyTable).some((start) => address.split(' ')[1]?.startsWith(start)))
const endpoints = new Map(site.app.endpoints.map((endpoint) => [endpoint.route as string, endpoint]))

const forms: Partial<Record<string, Record<string, object>>> = {
  tutorial: { ...(await soundTutorial(site.db, author.id)) },
  quiz: { ...(await soundQuiz(site.db, author.id)) },
  project: { ...(await soundOutline(site.db, author.id, [])) },
  liveSession: { ...(await soundLiveSession(site.db, author.id)) },
}

/**
 * Addresses whose answer does not depend on an item that the request names: accounts and organisations, files, managed
 * pages, lists and what is the same for all. Every other one has to tell its author an item from nothing, or else it is
 * not known to be asked rightly.
 */
const namesNoItem = [
  /^\S+ \/(api\/docs|healthz|readyz|metrics|robots|sitemap|feed|legal|auth|sign-in|u3d|media|webgl|package|learn\/video)/,
  /^\S+ \/api\/(openapi|socketgw|cdp|session|authUrl|captcha|change|suspend|school|campus\/(organisation|class|teaching\/own|package|tool|assignment|marking|verifying)|as\/graphql)/,
  /^\S+ \/api\/learn\/(cn\/)?(user|country|sms|account|email|update|auth|log-unityid|binding|session|notification|modifyWhitelist|token)/,
  /^\S+ \/api\/learn\/(notification|attachment|media|topics|tags|report|moderation|search\/filters|creator\/(attachment|video|page|choices|markdown))/,
  /^GET \/api\/(learn|campus)\/(cn\/|creator\/)*(liveSession|tutorialMap|home|\w+|:type)\/(list|week|rank|tiles|year|person|waiting)$/,
  /^GET \/api\/learn\/(cn\/)?(tutorialMap|bundleMap|bundle\/:slug|search|headerSearch|order\/(periphery\/)?list|order\/:id|personal\/cart(\/ids)?)$/,
  // submissions are named by ids of their own
  /^\S+ \/api\/learn\/submission\/(:id|person|delete|collect|view|review)$/,
  /^POST \/api\/learn\/submission\/peer$/,
  // of an address of the site
  /^GET \/api\/learn\/cn\/weixin\/shareConfig$/,
  // an arrival and a choice are named by their tickets; of which items one may be made is said in lti/choices.test.ts
  /^\S+ \/api\/lti\/(arrival|choice)\/:ticket$/,
  // of one person
  /^\S+ \/api\/learn\/cn\/liveSession\/feed(\/:file)?$/,
  // paths and certificates are named by ids of their own; that one leads through nothing unseen is said in paths/paths.test.ts
  /^\S+ \/api\/learn\/cn\/(path|certificate|badge)(\/|$)/,
  // a person is blocked by their id
  /^\S+ \/api\/learn\/cn\/block$/,
  // messages are named by ids of their own
  /^POST \/api\/learn\/comment\/(update|delete|answer|preview)$/,
  // as are notes
  /^\S+ \/api\/learn\/cn\/note\/(update|delete|export)$/,
  // orders and payments are named by ids of their own
  /^\S+ \/api\/learn\/(finance|cn\/(payment|plan|sandbox-payment|order\/refund|receipt))(\/|$)/,
  /^POST \/api\/learn\/(cn\/order\/refund|finance\/(refund|promotion|payout))$/,
  /^GET \/api\/learn\/creator\/(sales(\.csv)?|bundle\/(list|items|:id))$/,
  /^(GET|POST) \/api\/learn\/creator\/(draft\/new\/:type|package(\/import)?)$/,
  /^(GET|POST) \/api\/learn\/creator\/courseImport(\/list|\/:id(\/start)?)?$/,
]

/** Asked all the same: they tell only of what has more than these items, as a record, an attempt, a lab or an original. */
const needsMore = [
  'POST /api/learn/cn/personal/cart/delete',
  'POST /api/learn/cn/coupon/redeem',
  'POST /api/learn/cn/order',
  'POST /api/learn/creator/bundle',
  'POST /api/learn/cn/order/cancel',
  'POST /api/learn/cn/order/cart',
  'GET /api/learn/catalog/marks',
  'GET /api/learn/search/marks',
  'GET /api/learn/cn/liveSession/reminder/list',
  'POST /api/learn/submission',
  // of what a class was assigned
  'POST /api/campus/study/beat',
  // of a step with peer feedback
  'GET /api/learn/submission/peer',
  'POST /api/learn/submission/peer/next',
  'POST /api/learn/cn/record/quiz',
  'POST /api/campus/record/quiz',
  // of a course and what it holds
  'POST /api/campus/course/teaching/progress',
  'POST /api/learn/creator/draft/:id/schedule',
  'POST /api/learn/project/:id/contents',
  'POST /api/learn/course/:id/contents',
  'GET /api/learn/creator/insights/:id/:file',
  'POST /api/learn/cn/record/delete',
  'POST /api/learn/cn/record/view',
  'POST /api/learn/cn/record/tutorial/home-show',
  'GET /api/learn/cn/record/item',
  'GET /api/learn/cn/follow',
  'GET /api/learn/cn/lab/:id',
  'POST /api/learn/cn/lab/launch',
  // of a step that is an outside tool
  'GET /api/campus/tutorial/:id/tool/:stepId',
  'POST /api/campus/tutorial/:id/tool',
  'GET /api/learn/cn/solution',
  'GET /api/learn/creator/draft/:id/source-changes',
  'GET /api/learn/creator/draft/:id/original',
]

interface Asked {
  method: 'GET' | 'POST'
  url: string
  payload?: object
}

interface Named {
  id: string
  stepId: string
  type: ItemType
}

/** Every way in which an address is asked about an item, with its id in each place that takes text. */
function requestsFor(address: string, item: Named): Asked[] {
  const [method = 'GET', path = ''] = address.split(' ')
  const shape = endpoints.get(address)?.shape
  const inPath = path
    .replace(':type', path.includes('addStep') ? 'normal' : item.type)
    .replace(':locale', 'zh_CN')
    .replace(/:version/, '1')
    .replace(/:file/, 'report.csv')
    .replace(':format', 'gift')
    .replace(':stepId', item.stepId)
    .replace(/:\w+/g, item.id)
    .replace('*', 'index.html')
  const queries = shape?.query ? valuesOf(shape.query, item, '') : [{}]
  const bodies =
    method === 'GET' ? [undefined] : (formsFor(path) ?? (shape?.body ? valuesOf(shape.body, item, '') : [{}]))
  const asked = new Map<string, Asked>()
  for (const query of queries) {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query as object)) search.set(name, String(value))
    for (const payload of bodies) {
      const url = search.size > 0 ? `${inPath}?${search}` : inPath
      const request = { method: method as 'GET', url, ...(payload !== undefined && { payload: payload as object }) }
      asked.set(JSON.stringify(request), request)
    }
  }
  return [...asked.values()]
}

/** What an editor of the type sends; null for other addresses. */
function formsFor(path: string): object[] | null {
  const [, type = '', part = ''] =
    /\/(tutorial|project|course|quiz|liveSession)\/:id\/(general|steps|addStep|contents|questions|details|publish)/.exec(
      path,
    ) ?? []
  const { general, ...parts } = forms[type === 'course' ? 'project' : type] ?? {}
  if (part === 'publish') return [{ ...general, ...parts }]
  if (part === 'general') return [general ?? {}]
  const form = parts[part === 'addStep' ? 'steps' : part]
  return form ? [form] : null
}

type Schema = TSchema & {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
}

/** Values of a shape: with what must be there alone, with everything, and one for each alternative. */
function valuesOf(given: TSchema, item: Named, name: string): unknown[] {
  const schema = given as Schema
  if (schema.const !== undefined) return [schema.const]
  if (schema.enum) return [schema.enum.includes(item.type) ? item.type : schema.enum[0]]
  if (schema.anyOf)
    return schema.anyOf.filter(({ type }) => type !== 'null').flatMap((one) => valuesOf(one, item, name))
  if (schema.type === 'boolean') return [true]
  if (schema.type === 'integer' || schema.type === 'number') return [Math.max(schema.minimum ?? 0, 1)]
  if (schema.type === 'array') return valuesOf(schema.items ?? ({} as Schema), item, name).map((one) => [one])
  if (schema.type === 'object') return objectsOf(schema, item)
  if (schema.type !== 'string') return [{}]
  if (/language|locale/i.test(name)) return ['en']
  if (/email/i.test(name)) return ['reader@example.com']
  if (/phone/i.test(name)) return ['13912345678']
  if (/^at$|time|start|end|date/i.test(name)) return [new Date(site.clock.now().getTime() + 86_400_000).toISOString()]
  return [/step|section/i.test(name) ? item.stepId : item.id]
}

function objectsOf({ properties = {}, required = [] }: Schema, item: Named): unknown[] {
  const all = Object.entries(properties)
  const must = all.filter(([key]) => required.includes(key))
  return [must, all].flatMap((fields) => {
    const choices = fields.map(([key, field]) => [key, valuesOf(field, item, key)] as const)
    const most = Math.max(1, ...choices.map(([, values]) => values.length))
    return Array.from({ length: most }, (_, at) =>
      Object.fromEntries(choices.map(([key, values]) => [key, values[Math.min(at, values.length - 1)]])),
    )
  })
}

const tokens = new Map<Person, string>()

/** The answer, with ids in it made alike. */
async function ask(person: Person, { method, url, payload }: Asked, address: string): Promise<string> {
  const reads = method === 'GET' ? !changingGets.includes(address) : readingPosts.includes(address)
  if (!tokens.has(person)) {
    const { csrfToken } = (await person.inject({ method: 'GET', url: '/api/session' })).json<{ csrfToken: string }>()
    tokens.set(person, csrfToken)
  }
  const token = reads ? '' : `${url.includes('?') ? '&' : '?'}_csrf=${encodeURIComponent(tokens.get(person) ?? '')}`
  const { statusCode, body } = await person.inject({ method, url: url + token, ...(payload && { payload }) })
  return `${statusCode} ${body.replaceAll(/\b[a-z]{1,4}_[0-9a-z]{20,}\b/g, 'ID')}`
}

const nothing = (type: ItemType): Named => ({ id: newId(type), stepId: newId('section'), type })

async function build(type: ItemType, options: Partial<ItemOptions>): Promise<Named> {
  const built = await buildAny(site, type, { ...options, ownerId: author.id, authorId: author.id })
  return { id: built.id, type, stepId: built.stepId ?? newId('section') }
}

/** Answers about nothing at all that differ among themselves say nothing about an item. */
async function isSteady(person: Person, address: string, type: ItemType): Promise<boolean> {
  const [first, second] = [requestsFor(address, nothing(type)), requestsFor(address, nothing(type))]
  for (const [at, request] of first.entries()) {
    const again = second[at]
    if (again && (await ask(person, request, address)) !== (await ask(person, again, address))) return false
  }
  return true
}

const types: readonly ItemType[] = ['tutorial', 'project', 'course', 'quiz', 'liveSession']

/** The types of items that an address is about, as an admin finds them. */
async function typesOf(address: string): Promise<ItemType[]> {
  const found: ItemType[] = []
  for (const type of types) {
    for (const asker of [author, people['learning admin']]) {
      if (!asker || found.includes(type) || !(await isSteady(asker, address, type))) continue
      const requests = requestsFor(
        address,
        await build(type, /campus|audience/.test(address) ? { organisation: school } : {}),
      )
      const without = requestsFor(address, nothing(type))
      for (const [at, request] of requests.entries()) {
        const other = without[at]
        if (other && (await ask(asker, request, address)) !== (await ask(asker, other, address))) found.push(type)
      }
    }
  }
  return [...new Set(found)]
}

/** What each person is answered about an unknown id, request by request. It is asked once: nothing changes about it. */
function answersAboutNothing(address: string, type: ItemType): (person: Person) => Promise<string[]> {
  const answers = new Map<Person, string[]>()
  return async (person) => {
    const known = answers.get(person)
    if (known) return known
    const said: string[] = []
    for (const request of requestsFor(address, nothing(type))) said.push(await ask(person, request, address))
    answers.set(person, said)
    return said
  }
}

test('what is not for somebody answers like what does not exist, at every address that names an item', async () => {
  const told: string[] = []
  const unknown: string[] = []
  for (const address of addresses) {
    // what is limited counts over calls: each address is asked as by people who have not asked before
    await site.db.deleteFrom('rate_limits').execute()
    const about = namesNoItem.some((pattern) => pattern.test(address)) ? [] : await typesOf(address)
    if (about.length === 0 && !namesNoItem.some((pattern) => pattern.test(address)) && !needsMore.includes(address)) {
      unknown.push(address)
    }
    for (const type of needsMore.includes(address) ? types : about) {
      const aboutNothing = answersAboutNothing(address, type)
      for (const [kind, { options, seenBy }] of Object.entries(kinds)) {
        if (seenBy.includes('guest')) continue
        const item = await build(type, options)
        const requests = requestsFor(address, item)
        for (const [name, person] of Object.entries(people)) {
          if (seenBy.includes(name)) continue
          for (const [at, request] of requests.entries()) {
            const [said, otherwise] = [await ask(person, request, address), (await aboutNothing(person))[at]]
            expect(said.slice(0, 3)).not.toBe('429')
            if (said !== otherwise) {
              told.push(
                `${address} as ${name} of a ${type} for ${kind}: ${said.slice(0, 120)} / ${otherwise?.slice(0, 120)}`,
              )
            }
          }
        }
      }
    }
  }
  expect(unknown).toEqual([])
  expect(told).toEqual([])
}, 600_000)
