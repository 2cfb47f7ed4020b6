import { familyTable } from '@lantern/contract/access-table.ts'
import { assignItem } from '@lantern/contract/campus/assignments.ts'
import { itemPublished } from '@lantern/contract/catalog/events.ts'
import { refundLines } from '@lantern/contract/commerce/refunds.ts'
import { newId } from '@lantern/contract/ids.ts'
import { startRecord } from '@lantern/contract/learning/records.ts'
import { expect, test } from 'vitest'
import { buildGrant, buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { buildBundle, buy } from '#testing/shop.ts'
import { type Person, testSite } from '#testing/site.ts'
import { buildVideo } from '#testing/video-files.ts'

// What is paid for is for its buyers: every address that answers is asked by everybody about an item that is sold, and the
// text of its steps, its files and its films are in no answer to anybody else. A new address is among them by itself.

const site = await testSite()
const { db, services } = site
const author = await site.user({ groups: ['learn_creator'] })
const staff = await site.user({ groups: ['learn_admin'] })
/** Uploads the files, and makes nothing of what is sold: an uploader has their own file. */
const uploader = await site.user({ groups: ['learn_creator'] })

const word = '折射率'
const inStep = `${word}只有买了的人读得到`
const inFile = 'for buyers alone'

const [file, film] = [newId('attachment'), await buildVideo(site, uploader.id)]
const filmFiles = ['master.m3u8', '360p/index.m3u8', '360p/init.mp4', '360p/00000.m4s', 'video.mp4']
for (const name of filmFiles) {
  await services.storage.put(`videos/${film}/abcdef012345/${name}`, Buffer.from(inFile), 'application/octet-stream')
}
const now = site.clock.now()
await services.storage.put(`attachments/${file}`, Buffer.from(inFile), 'text/plain')
await db
  .insertInto('attachments')
  .values({
    id: file,
    owner_id: uploader.id,
    kind: 'material',
    name: 'notes.txt',
    byte_size: inFile.length,
    state: 'ready',
    content_type: 'text/plain',
    storage_key: `attachments/${file}`,
    created_at: now,
    updated_at: now,
  })
  .execute()
await db
  .insertInto('video_captions')
  .values({ video_id: film, language: 'zh', vtt: `WEBVTT\n\n${inStep}`, is_default: true, updated_at: now })
  .execute()
const item = await buildTutorial(db, {
  title: '水面',
  priceFen: 1200,
  ownerId: author.id,
  authorId: author.id,
  materials: [{ type: 'file', name: 'notes', attachmentId: file }],
  steps: [{ html: `<p>${inStep}</p><div data-video="${film}"></div>` }],
})
const other = await buildTutorial(db, { priceFen: 800, ownerId: author.id })
const bundle = await buildBundle(site, author, { itemIds: [item.id, other.id], priceFen: 1500 })
const school = await buildClass(site, { id: 'kl_waits', organisation: await buildOrganisation(db) })
const people: Record<string, Person> = {
  guest: site.guest(),
  stranger: await site.learner(),
  'premium member': await site.user({ premium: true }),
  'another author': await site.user({ groups: ['learn_creator'] }),
  'buyer of another item': await site.learner(),
  buyer: await site.learner(),
  'buyer of a bundle': await site.learner(),
  'refunded buyer': await site.learner(),
  'refunded buyer of a bundle': await site.learner(),
  'one whose grant has ended': await site.learner(),
  'one whose grant has not begun': await site.learner(),
  'buyer whose class is to learn something else first': school.learners[0],
}
const readers = ['buyer', 'buyer of a bundle']

await services.events.emit(db, itemPublished, { itemId: item.id })
await site.settle()

const person = (name: string) => people[name] ?? site.guest()
await buy(person('buyer of another item'), { itemIds: [other.id] })
await buy(person('buyer'), { itemIds: [item.id] })
await buy(person('buyer of a bundle'), { bundleSlug: bundle.slug })
const refunded = { 'refunded buyer': { itemIds: [item.id] }, 'refunded buyer of a bundle': { bundleSlug: bundle.slug } }
for (const [name, wish] of Object.entries(refunded)) {
  const orderId = await buy(person(name), wish)
  // what was begun while it was open stays closed afterwards
  await person(name).call(startRecord, { body: { id: item.id, type: 'tutorial' } })
  await staff.call(refundLines, { body: { orderId, positions: [0], note: '退' } })
}
const day = 86_400_000
const source = 'staff'
const ended = person('one whose grant has ended')
await buildGrant(db, { userId: ended.id, itemId: item.id, source, at: new Date(Date.now() - 2 * day) })
await db
  .updateTable('grants')
  .set({ ends_at: new Date(Date.now() - day) })
  .where('user_id', '=', ended.id)
  .execute()
const early = person('one whose grant has not begun')
await buildGrant(db, { userId: early.id, itemId: item.id, source, at: new Date(Date.now() + day) })
await buy(school.learners[0], { itemIds: [item.id] })
const dates = { opensAt: '2026-03-02T09:00', dueAt: '2099-03-20T22:00' }
const assign = async (itemId: string, needs: string[] = []) =>
  (
    await school.teacher.call(assignItem, {
      params: { classId: school.classId },
      body: { item: itemId, ...dates, prerequisites: needs.map((assignmentId) => ({ assignmentId })) },
    })
  ).result.id
await assign(item.id, [await assign((await buildTutorial(db)).id)])
await site.settle()

const addresses = [...site.app.answered]
  .filter((address) => address.startsWith('GET /'))
  .map((address) => address.slice('GET '.length))
  .filter((path) => !Object.keys(familyTable).some((start) => path.startsWith(start)))
  // one opens a connection and answers nothing else; one says how busy the machine is, and nothing about items
  .filter((path) => !['/api/socketgw', '/readyz'].includes(path))

const names = { ':type': 'tutorial', ':kind': 'item', ':locale': 'zh_CN', ':version': '1', ':format': 'json' }

function urlsOf(path: string): string[] {
  let url = path.replace('*', 'index.html').replace(':file', '1.xml').replace(':topic', 'other')
  for (const [part, value] of Object.entries(names)) url = url.replace(part, value)
  const searches = [
    '',
    `?id=${item.id}`,
    `?itemId=${item.id}`,
    `?k=${encodeURIComponent(`["query:${word}"]`)}`,
    `?q=${encodeURIComponent(word)}`,
    `?text=${encodeURIComponent(word)}`,
  ]
  return [item.id, item.slug].flatMap((name) => searches.map((search) => url.replace(/:\w+/g, name) + search))
}

const files = [
  `/media/attachments/${file}/notes.txt`,
  `/api/learn/media/${film}`,
  `/media/videos/${film}/captions/zh.vtt`,
  ...filmFiles.map((name) => `/media/videos/${film}/abcdef012345/${name}`),
]

for (const [name, asker] of Object.entries(people)) {
  const isReader = readers.includes(name)
  test(`${isReader ? 'open' : 'closed'} to ${name}: text, search, files and films of what is sold`, async () => {
    const told = new Set<string>()
    for (const path of addresses) {
      for (const url of new Set(urlsOf(path))) {
        const { statusCode, body } = await asker.inject({ method: 'GET', url })
        expect([url, statusCode < 500]).toEqual([url, true])
        if (body.includes(inStep) || body.includes(inFile)) told.add(path)
      }
    }
    if (isReader) expect([...told]).toContain('/api/learn/tutorial/:id/extends')
    else expect([...told]).toEqual([])
    for (const url of files) {
      const { statusCode, body } = await asker.inject({ method: 'GET', url })
      expect([url, statusCode]).toEqual([url, isReader ? 200 : expect.toSatisfy((status) => status >= 400)])
      if (!isReader) expect(body).not.toContain(inFile)
    }
    // a package is compressed: that there is none says more than its bytes
    const packed = await asker.inject({ method: 'GET', url: `/api/learn/creator/package/${item.id}` })
    expect(packed.statusCode).toBeGreaterThanOrEqual(400)
    const { status } = await asker.call(startRecord, { body: { id: item.id, type: 'tutorial' } })
    expect(status === 200).toBe(isReader)
  }, 180_000)
}
