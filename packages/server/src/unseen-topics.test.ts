import type { AddressInfo } from 'node:net'
import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { gatewayPath } from '@lantern/contract/realtime/gateway-rules.ts'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { audienceSite, buildAny, type Kind } from '#testing/audiences.ts'
import { draftedTutorial } from '#testing/draft-builder.ts'
import { buildPage, heading, pageContent } from '#testing/page-builder.ts'
import { ordered, paidTutorial } from '#testing/shop.ts'
import type { Person } from '#testing/site.ts'

// Every topic is asked for by every kind of viewer, over a connection as pages have it: who may not know of a thing
// follows nothing about it. A topic that is not in the table fails, so that a new one is among them.

const { site, people: found, kinds, author, school } = await audienceSite()
const { db } = site
const { classmate, stranger, 'learning admin': admin } = found
if (!classmate || !stranger || !admin) throw new Error('Those people are missing')
// an educator who is in the class
const teacher = await site.user({ member: 'educator', isRealName: true })
await db
  .insertInto('class_members')
  .values({ class_id: 'kl_1', organisation_id: school, user_id: teacher.id })
  .execute()
const people: Record<string, Person> = { ...found, teacher }
await site.app.listen({ port: 0, host: '127.0.0.1' })

/** The parameters of a topic, and who may follow it. */
type Asked = readonly [params: string, mayFollow: readonly string[]]

const ofOnePerson: Asked[] = [[classmate.id, ['classmate']]]

/** Who is told of an item. The teacher is in the class, and stands to items as the classmate does. */
const seenBy = ({ seenBy }: Kind) => [...seenBy, ...(seenBy.includes('classmate') ? ['teacher'] : [])]

async function itemsOf(type: ItemType, among = Object.values(kinds)): Promise<Asked[]> {
  return Promise.all(
    among.map(async (kind): Promise<Asked> => {
      const { id } = await buildAny(site, type, { ...kind.options, ownerId: author.id, authorId: author.id })
      return [id, seenBy(kind)]
    }),
  )
}

const types = ['tutorial', 'project', 'course', 'quiz', 'liveSession'] as const
const siteDraft = await draftedTutorial(db, author)
const pageId = await buildPage(admin, {
  slug: 'topic',
  texts: { zh_CN: pageContent('题', [heading('词')]) },
  publish: false,
})
const sold = await paidTutorial(site, author)
const orderId = await ordered(stranger, { itemIds: [sold.id] })
const ofSchool = Object.values(kinds).filter(({ options }) => options.organisation !== undefined)
const ofAll = Object.values(kinds).filter(({ options }) => options.organisation === undefined)

const table: Record<string, readonly Asked[]> = {
  'account/:userId': ofOnePerson,
  'organisation/:organisationId': [[school, ['member', 'classmate', 'author', 'teacher']]],
  'classes/:userId': ofOnePerson,
  'discussion/:subjectId': (await Promise.all(types.map((type) => itemsOf(type)))).flat(),
  'tool-marks/:userId': ofOnePerson,
  'page-draft/:pageId/:locale': [
    [`${pageId}/zh_CN`, ['learning admin']],
    [`${pageId}/ja_JP`, []],
  ],
  'draft/:draftId': [[siteDraft.id, ['author', 'learning admin']]],
  'notifications/:userId': ofOnePerson,
  'class-teaching/:classId': [['kl_1', ['classmate', 'teacher']]],
  'class-places/:classId': [['kl_1', ['teacher']]],
  'own-hand/:userId': ofOnePerson,
  'campus-course/:courseId': [
    ...(await itemsOf('course', ofSchool)),
    // what is of no organisation is taught by none
    ...(await itemsOf('course', ofAll)).map(([id]): Asked => [id, []]),
  ],
  'order/:orderId': [[orderId, ['stranger', 'learning admin']]],
  'rights/:userId': ofOnePerson,
  'shop-staff': [['', ['learning admin']]],
  'liveSession/:itemId': await itemsOf('liveSession'),
  'class-progress/:classId': [['kl_1', ['teacher']]],
}

test('every topic that there is stands in the table', () => {
  expect(Object.keys(table).sort()).toEqual(site.services.topics.patterns().sort())
})

const names = Object.entries(table).flatMap(([pattern, asked]) => {
  const start = pattern.replace(/\/:.*/, '')
  return asked.map(([params, mayFollow]) => ({ name: params ? `${start}/${params}` : start, mayFollow }))
})

for (const [who, person] of Object.entries(people)) {
  if (who === 'guest') continue
  test(`as ${who}, what may be followed is what is for them`, async () => {
    const { ask, close } = await openGateway(person)
    const followed: string[] = []
    for (const { name } of names) if (await ask(name)) followed.push(name)
    close()
    expect(followed).toEqual(names.filter(({ mayFollow }) => mayFollow.includes(who)).map(({ name }) => name))
  })
}

/** Asks for one topic after the other, and leaves each again. */
async function openGateway(person: Person) {
  const key = (await person.call(getSession)).result.login?.key ?? ''
  const { port } = site.app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}${gatewayPath}?key=${key}`, {
    headers: { cookie: `lantern_session=${person.cookies.lantern_session}` },
  })
  const answers = new Map<string, string>()
  await new Promise((done) => {
    socket.on('message', (data) => {
      const { type, topic } = JSON.parse(String(data)) as { type: string; topic?: string }
      if (type === 'READY') done(undefined)
      if (topic && (type === 'TOPIC_FOLLOWING' || type === 'TOPIC_ENDED')) answers.set(topic, type)
    })
  })
  return {
    async ask(topic: string): Promise<boolean> {
      answers.delete(topic)
      socket.send(JSON.stringify({ type: 'FOLLOW', topic }))
      await expect.poll(() => answers.get(topic), { interval: 5 }).toBeDefined()
      const isFollowed = answers.get(topic) === 'TOPIC_FOLLOWING'
      if (isFollowed) socket.send(JSON.stringify({ type: 'UNFOLLOW', topic }))
      return isFollowed
    },
    close: () => socket.close(),
  }
}
