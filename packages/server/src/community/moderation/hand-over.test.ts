import { postComment } from '@lantern/contract/community/discussion.ts'
import * as reports from '@lantern/contract/community/reports.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { getPreferences } from '@lantern/contract/notifications/preferences.ts'
import { expect, test } from 'vitest'
import { buildLiveSession } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const [gu, ye] = [
  await site.user({ groups: ['learn_moderator'], name: '顾明' }),
  await site.user({ groups: ['learn_editor'], name: '叶小满' }),
]

/** A message that was reported, by its target. */
async function reported(author: Person) {
  const session = await buildLiveSession(site.db)
  const { message } = (await author.call(postComment, { body: { channelId: session.id, content: '接外包' } })).result
  const target = { id: message.id, type: 'message' as const }
  const reporter = await site.learner()
  await reporter.call(reports.reportThing, { body: { ...target, reasons: [{ type: 'spam', content: '' }] } })
  return target
}

type Target = Awaited<ReturnType<typeof reported>>

const hand = (by: Person, target: Target, moderatorId: string | null, note = '') =>
  by.call(reports.handOver, { body: { ...target, moderatorId, note } })

async function mine(person: Person) {
  const { results, waiting } = (await person.call(reports.listReports, { query: { status: 'mine' } })).result
  expect(waiting.mine).toBe(results.length)
  return results
}

async function told(person: Person) {
  await site.settle()
  const { results } = (await person.call(listNotifications, { query: { kind: 'case_handed' } })).result
  return results.map(({ title, body, path }) => ({ title, body, path }))
}

test('a case is handed to another moderator with a note, who is told once, and back to all of them', async () => {
  const target = await reported(await site.learner())
  for (const _ of [1, 2]) expect((await hand(gu, target, ye.id, '你认识作者')).status).toBe(200)
  const [entry] = await mine(ye)
  expect([entry?.id, entry?.assignee]).toEqual([target.id, { id: ye.id, name: '叶小满' }])
  expect(await mine(gu)).toEqual([])
  const path = `/admin/learn/moderation?status=mine&case=${entry?.caseId}`
  expect(await told(ye)).toEqual([{ title: '顾明转给你一个案件', body: '你认识作者', path }])
  expect((await hand(ye, target, null)).result.report.assignee).toBeNull()
  expect(await mine(ye)).toEqual([])
  const file = (await gu.call(reports.readCase, { query: { caseId: entry?.caseId ?? '' } })).result
  expect(file.handovers.map(({ moderator, assignee, note }) => [moderator, assignee, note])).toEqual([
    ['叶小满', null, ''],
    ['顾明', '叶小满', '你认识作者'],
  ])
})

test('only who may decide a case can have it, and what is decided is handed to nobody', async () => {
  const [target, about] = [await reported(await site.learner()), await reported(ye)]
  const learner = await site.learner()
  const refused = await hand(gu, target, learner.id)
  expect([refused.status, refused.result.details?.[0]?.field]).toEqual([400, 'moderatorId'])
  // it is about her own message
  expect((await hand(gu, about, ye.id)).status).toBe(400)
  expect((await hand(learner, target, gu.id)).status).toBe(403)
  // a handover is no lock
  await hand(gu, target, ye.id)
  expect((await gu.call(reports.ignoreReported, { body: target })).status).toBe(200)
  expect(await mine(ye)).toEqual([])
  expect((await hand(gu, target, gu.id)).status).toBe(409)
  const kindsOf = async (person: Person) => (await person.call(getPreferences)).result.kinds.map(({ kind }) => kind)
  expect(await kindsOf(gu)).toContain('case_handed')
  expect(await kindsOf(learner)).not.toContain('case_handed')
})
