import { familyTable } from '@lantern/contract/access-table.ts'
import { postComment } from '@lantern/contract/community/discussion.ts'
import { writeNote } from '@lantern/contract/community/notes.ts'
import { newId } from '@lantern/contract/ids.ts'
import { saveCalendarFeed } from '@lantern/contract/live/calendar.ts'
import { setReminder } from '@lantern/contract/live/reminders.ts'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { audienceSite } from '#testing/audiences.ts'
import { buildLiveSession } from '#testing/builders.ts'
import { start } from '#testing/learner-acts.ts'
import type { Person } from '#testing/site.ts'
import { buildAssignment, buildUpload, submit } from '#testing/submissions.ts'

// What is said about an item is for those for whom the item is: messages, published notes, submissions with their
// discussion and files, notifications and calendars. Every address that reads is asked with the ids of each, wherever it
// takes one; a new address is among them by itself.

const { site, people, kinds, author } = await audienceSite()
const { db } = site
const speaker = people.classmate ?? author
const members = Object.entries(people).filter(([name]) => name !== 'guest')

interface Place {
  kind: string
  /** What a parameter of this name may hold. */
  ids: Record<string, string[]>
  /** Words that stand nowhere else. */
  traces: string[]
  file: string
}

async function say(channelId: string, content: string, replyId?: string): Promise<string> {
  site.clock.advance({ minutes: 10 })
  const body = { channelId, content, ...(replyId && { replyId }) }
  const { result, status } = await speaker.call(postComment, { body })
  expect([content, status]).toEqual([content, 200])
  return result.message.id
}

/** All of it is said while the item is published; then it is hidden or a draft again. */
async function placeOf(kind: string, at: number): Promise<Place> {
  const { hidden = false, status = 'published', ...options } = kinds[kind]?.options ?? {}
  const open = { ...options, ownerId: author.id, authorId: author.id }
  const trace = (what: string) => `星轨${what}第${at}处`
  const { itemId, sectionId } = await buildAssignment(site, open)
  const session = await buildLiveSession(db, { ...open, title: trace('直播') })
  await start(speaker, itemId)
  const messageId = await say(sectionId, trace('提问'))
  await say(sectionId, trace('回复'), messageId)
  const note = { itemId, sectionId, content: trace('笔记'), isPublic: true, key: `key-of-note-${at}` }
  expect((await speaker.call(writeNote, { body: note })).status).toBe(200)
  const upload = await buildUpload(site, speaker.id, 'material')
  const picture = await buildUpload(site, speaker.id, 'image')
  const handed = { title: trace('作品'), attachmentIds: [picture] }
  const { submission } = (await submit(site, speaker, { itemId, sectionId }, handed)).result
  await say(submission.id, trace('评语'))
  for (const [, person] of members) {
    const told = { kind: 'message_mention', payload: JSON.stringify({ name: trace('来信'), messageId }), listed: true }
    const row = { id: newId('notification'), user_id: person.id, item_id: itemId, idempotency_key: `said-${at}` }
    await db
      .insertInto('notifications')
      .values({ ...row, ...told, created_at: site.clock.now() })
      .execute()
    await person.call(setReminder, { body: { id: session.id, on: true } })
  }
  for (const id of [itemId, session.id])
    await db.updateTable('items').set({ hidden, status }).where('id', '=', id).execute()
  return {
    kind,
    ids: {
      itemId: [itemId],
      sectionId: [sectionId],
      stepId: [sectionId],
      submissionId: [submission.id],
      messageId: [messageId],
      under: [messageId],
      channelId: [itemId, sectionId, submission.id],
      userId: [speaker.id],
      id: [itemId, sectionId, submission.id, messageId, picture, upload, session.id, speaker.id],
    },
    traces: ['提问', '回复', '笔记', '作品', '评语', '来信', '直播'].map(trace),
    file: `/media/attachments/${picture}/a.png`,
  }
}

const places: Place[] = []
for (const [at, kind] of Object.keys(kinds).entries()) places.push(await placeOf(kind, at))
await site.settle()

type Shape = TSchema & { properties?: Record<string, unknown> }
const queries = new Map(
  site.app.endpoints.map(({ route, shape }) => [route as string, shape.query as Shape | undefined]),
)
const addresses = [...site.app.answered]
  .filter((address) => address.startsWith('GET /') && !/\*$/.test(address))
  .filter((address) => !Object.keys(familyTable).some((begin) => address.startsWith(`GET ${begin}`)))
  // one opens a connection and answers nothing else; one says how busy the machine is
  .filter((address) => !['GET /api/socketgw', 'GET /readyz'].includes(address))

/** Of an address that names something by its id, what it is asked for about a place; of others, themselves. */
function urlsOf(address: string, { ids }: Place): string[] {
  const path = address.slice('GET '.length)
  const parameter = /:(\w+)/.exec(path)?.[1]
  const filled = parameter
    ? (ids[parameter] ?? ids.id ?? []).map((id) => path.replace(/:\w+/, id).replace(/:\w+/g, '1'))
    : [path]
  const named = Object.keys(queries.get(address)?.properties ?? {}).filter((name) => ids[name])
  const searches = named.flatMap((name) => (ids[name] ?? []).map((id) => `${name}=${id}`))
  return [...filled, ...searches.map((search) => `${filled[0]}?${search}`)]
}

/** What a person reads at an address about a place, of all that is said. */
async function heardAt(person: Person, url: string): Promise<{ place: Place; traces: string[] }[]> {
  const { statusCode, body } = await person.inject({ method: 'GET', url })
  expect([url, statusCode < 500]).toEqual([url, true])
  const heard = places.map((place) => ({ place, traces: place.traces.filter((trace) => body.includes(trace)) }))
  return heard.filter(({ traces }) => traces.length > 0)
}

/** Addresses at which somebody reads something of what is said about an item for everybody. */
async function addressesThatTell(): Promise<string[]> {
  const [open] = places
  const telling: string[] = []
  for (const address of open ? addresses : []) {
    const isTold = async () => {
      for (const person of [speaker, author, people['learning admin'] ?? author, people.moderator ?? author])
        for (const url of urlsOf(address, open as Place)) if ((await heardAt(person, url)).length > 0) return true
      return false
    }
    if (await isTold()) telling.push(address)
  }
  return telling
}

const telling = await addressesThatTell()

test('the walk has found where each of it is read', () => {
  const known = ['comment/list', 'cn/note/public', 'submission/list', 'submission/:id', 'cn/notification/list']
  const calendar = 'cn/liveSession/:id/calendar.ics'
  expect(telling).toEqual(expect.arrayContaining([...known, calendar].map((path) => `GET /api/learn/${path}`)))
})

for (const [name, person] of Object.entries(people)) {
  test(`as ${name}, nothing that is said about what is not for them is read anywhere`, async () => {
    const told: string[] = []
    const heard = new Set<string>()
    const hears = (kind: string) => kinds[kind]?.seenBy.includes(name) || person === speaker
    for (const asked of places) {
      for (const url of telling.flatMap((address) => urlsOf(address, asked))) {
        for (const { place, traces } of await heardAt(person, url)) {
          if (hears(place.kind)) for (const trace of traces) heard.add(trace)
          else told.push(`${url}, for ${place.kind}: ${traces.join()}`)
        }
      }
      const { statusCode } = await person.inject({ method: 'GET', url: asked.file })
      if ((statusCode === 200) !== (hears(asked.kind) ?? false)) told.push(`${asked.file}: ${statusCode}`)
    }
    expect(told.slice(0, 20)).toEqual([])
    // what is for everybody is found, or the walk would prove nothing
    const open = places[0]?.traces ?? []
    const isHeard = (trace: string) => name !== 'guest' || !/来信|笔记/.test(trace)
    const mayHear = open.filter(isHeard)
    expect(mayHear.filter((trace) => !heard.has(trace))).toEqual([])
  }, 120_000)
}

test('a personal calendar has the sessions of those for whom they are', async () => {
  for (const [name, person] of members) await hasOwnSessions(name, person)
})

async function hasOwnSessions(name: string, person: Person): Promise<void> {
  const { result } = await person.call(saveCalendarFeed, { body: { on: true } })
  const { body } = await site.guest().inject({ method: 'GET', url: new URL(result.url ?? '').pathname })
  const calendar = body.replace(/\r?\n /g, '')
  for (const { kind, traces } of places) {
    const isThere = traces.some((trace) => trace.includes('直播') && calendar.includes(trace))
    expect([name, kind, isThere]).toEqual([name, kind, kinds[kind]?.seenBy.includes(name)])
  }
}
