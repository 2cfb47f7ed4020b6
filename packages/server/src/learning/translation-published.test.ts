import { itemPublished } from '@lantern/contract/catalog/events.ts'
import { startRecord } from '@lantern/contract/learning/records.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { expect, test } from 'vitest'
import { buildOrganisation, buildTutorial, recordOf, type TutorialOptions } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()

async function publish(options: TutorialOptions) {
  const item = await buildTutorial(site.db, { publishedAt: site.clock.now().toISOString(), ...options })
  await site.services.events.emit(site.db, itemPublished, { itemId: item.id })
  await site.settle()
  return item
}

const start = (person: Person, id: string) => person.call(startRecord, { body: { id, type: 'tutorial' } })

async function toldOf(person: Person) {
  const query = { kind: 'translation_published' }
  return (await person.call(listNotifications, { query })).result.results.map(({ title, body }) => ({ title, body }))
}

test('who learns something is told once that it can be read in the language of their interface', async () => {
  const [ada, korean, finished, stranger] = [
    await site.learner(),
    await site.learner({ locale: 'ko_KR' }),
    await site.learner(),
    await site.learner(),
  ]
  const english = await buildTutorial(site.db, { language: 'en', translationGroup: 'light' })
  for (const person of [ada, korean, finished]) await start(person, english.id)
  await site.db.updateTable('records').set({ completed: true }).where('user_id', '=', finished.id).execute()
  const chinese = await publish({ language: 'zh', translationGroup: 'light', title: '光照入门' })
  await site.services.events.emit(site.db, itemPublished, { itemId: chinese.id })
  await site.settle()
  expect(await toldOf(ada)).toEqual([{ title: '你在学的内容有了你的语言版本', body: '光照入门' }])
  for (const person of [korean, finished, stranger]) expect(await toldOf(person)).toEqual([])
})

test('several translations are one unread entry', async () => {
  const ada = await site.learner()
  for (const group of ['a', 'b', 'c']) {
    const english = await buildTutorial(site.db, { language: 'en', translationGroup: group })
    await start(ada, english.id)
    await publish({ language: 'zh', translationGroup: group })
  }
  expect((await toldOf(ada)).map(({ title }) => title)).toEqual(['你在学的3项内容有了你的语言版本'])
})

test('a translation that is an old one, or not for this learner, is not told of', async () => {
  const ada = await site.learner()
  const school = await buildOrganisation(site.db)
  for (const [group, options] of Object.entries({
    old: { publishedAt: '2026-01-01T00:00:00Z' },
    school: { organisation: school },
    draft: { status: 'draft' as const },
  })) {
    const english = await buildTutorial(site.db, { language: 'en', translationGroup: group })
    await start(ada, english.id)
    await publish({ language: 'zh', translationGroup: group, ...options })
  }
  expect(await toldOf(ada)).toEqual([])
})

test('more learners than fit into one batch are all told, once', async () => {
  const english = await buildTutorial(site.db, { language: 'en', translationGroup: 'many' })
  const now = site.clock.now()
  const ids = Array.from({ length: 1100 }, (_, at) => `u_many${String(at).padStart(5, '0')}`)
  await site.db
    .insertInto('users')
    .values(ids.map((id) => ({ id, name: 'x', slug: id, created_at: now })))
    .execute()
  const times = { started_at: now, updated_time: now, last_viewed_time: now }
  await site.db
    .insertInto('records')
    .values(ids.map((id) => ({ user_id: id, ...recordOf(english.id, 'many'), type: 'tutorial', ...times })))
    .execute()
  const { id } = await publish({ language: 'zh', translationGroup: 'many' })
  const told = await site.db
    .selectFrom('notifications')
    .select((eb) => [eb.fn.countAll<number>().as('all'), eb.fn.count<number>('user_id').distinct().as('people')])
    .where('item_id', '=', id)
    .executeTakeFirst()
  expect(told).toEqual({ all: 1100, people: 1100 })
})
