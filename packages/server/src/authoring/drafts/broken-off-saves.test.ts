import { autosaveDraft, getDraft, listRevisions } from '@lantern/contract/authoring/drafts.ts'
import { publishCourse } from '@lantern/contract/authoring/outline-editing.ts'
import { getCourse } from '@lantern/contract/catalog/details.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Trx } from '#kit/sql.ts'
import { buildTutorial } from '#testing/builders.ts'
import { draftedCourse } from '#testing/draft-builder.ts'
import { testSite } from '#testing/site.ts'

// the connection to the database breaks in the middle of a save

const site = await testSite()
const author = await site.user({ groups: ['learn_creator'] })
const tutorial = await buildTutorial(site.db)

/** Lets the work run into a lock, then takes its connection away. */
async function brokenOff<T>(hold: (trx: Trx) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const gate = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = site.db.transaction().execute(async (trx) => {
    await hold(trx)
    held.resolve()
    await gate.promise
  })
  await held.promise
  const answer = work()
  await expect
    .poll(async () => {
      const { rows } = await sql<{ ended: boolean }>`
        select pg_terminate_backend(pid) as ended from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(site.db)
      return rows.length
    })
    .toBe(1)
  gate.resolve()
  await holder
  return answer
}

test('a save that the database drops answers 503, and nothing of it is written', async () => {
  const { id, forms } = await draftedCourse(site.db, author, [tutorial.id])
  const data = { ...forms.general, title: '没写进去' }
  const save = () => author.call(autosaveDraft, { params: { id }, body: { part: 'general', baseVersion: 1, data } })
  const answer = await brokenOff((trx) => sql`select from items where id = ${id} for update`.execute(trx), save)
  expect([answer.status, answer.result.code, answer.headers['retry-after']]).toEqual([503, 'unavailable', '2'])
  const { draft } = (await author.call(getDraft, { params: { id } })).result
  expect([draft.version, draft.forms.general.title]).toEqual([1, '打光'])
  expect((await save()).status).toBe(200)
})

test('a publication that the database drops half-way is neither saved nor published [CREA-119]', async () => {
  const { id, forms } = await draftedCourse(site.db, author, [tutorial.id])
  const details = { ...forms.details, prerequisites: [tutorial.id] }
  const body = { ...forms.general, title: '半个', contents: forms.contents, details }
  const publish = () => author.call(publishCourse, { params: { id }, body })
  // by then the draft has been written in the same transaction
  const answer = await brokenOff((trx) => sql`select pg_advisory_xact_lock(20261122)`.execute(trx), publish)
  expect(answer.status).toBe(503)
  const { draft } = (await author.call(getDraft, { params: { id } })).result
  expect([draft.version, draft.forms.general.title, draft.published]).toEqual([1, '打光', false])
  expect((await author.call(listRevisions, { params: { id }, query: {} })).result.total).toBe(1)
  expect((await site.guest().call(getCourse, { params: { id }, query: {} })).status).toBe(404)
  expect((await publish()).status).toBe(200)
})
