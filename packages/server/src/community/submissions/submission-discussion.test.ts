import { listComments, postComment } from '@lantern/contract/community/discussion.ts'
import { like } from '@lantern/contract/community/likes.ts'
import { banReported, listReports, readCase, reportThing, undoDecision } from '@lantern/contract/community/reports.ts'
import { deleteSubmission, listSubmissions, readSubmission } from '@lantern/contract/community/submissions.ts'
import { startRecord } from '@lantern/contract/learning/records.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { expect, test } from 'vitest'
import { type Person, testSite } from '#testing/site.ts'
import { buildAssignment, submit } from '#testing/submissions.ts'

const site = await testSite()

const say = (person: Person, channelId: string, content: string, more = {}) =>
  person.call(postComment, { body: { channelId, content, ...more } })
const heard = (person: Person, channelId: string) => person.call(listComments, { query: { channelId } })

async function handedIn(permission: 'public' | 'private' = 'public') {
  const [ada, bob] = [await site.learner({ name: '林知远' }), await site.learner({ name: '贺一鸣' })]
  const place = await buildAssignment(site)
  const { id } = (await submit(site, ada, place, { permission })).result.submission
  await bob.call(startRecord, { body: { id: place.itemId, type: 'tutorial' } })
  return { ada, bob, place, id }
}

test('a submission has a discussion of its own, of which its author is told', async () => {
  const { ada, bob, place, id } = await handedIn()
  const { message } = (await say(bob, id, '接缝能录一个慢放吗')).result
  expect((await say(ada, id, '已加上', { replyId: message.id })).status).toBe(200)
  const { result } = await heard(site.guest(), id)
  expect(result).toMatchObject({ submission: { id, title: '塔楼' }, step: null, messages: { total: 2 } })
  expect([result.channels.length, result.replyMap[message.id]?.[0]?.content]).toEqual([1, '已加上'])
  // what is said about a submission is not said about the lesson
  expect((await heard(bob, place.itemId)).result.messages).toMatchObject({ total: 0, items: [] })
  expect((await ada.call(readSubmission, { params: { id }, query: {} })).result.submission.commentCount).toBe(2)
  await site.settle()
  const told = await ada.call(listNotifications, { query: {} })
  expect(told.result.results[0]).toMatchObject({
    title: '贺一鸣评论了你的作品',
    path: `/submission/${id}?messageId=${message.id}`,
  })
  await ada.call(deleteSubmission, { body: { id } })
  expect((await heard(ada, id)).status).toBe(404)
})

test('what is said about a private submission is there for nobody else', async () => {
  const { ada, bob, id } = await handedIn('private')
  const { message } = (await say(ada, id, '给自己留一句')).result
  const answers = [
    await heard(bob, id),
    await say(bob, id, '看看'),
    await say(bob, message.channelId, '回', { replyId: message.id }),
    await bob.call(like, { body: { id: message.id, type: 'message' } }),
    await bob.call(like, { body: { id, type: 'submission' } }),
    await bob.call(reportThing, { body: { id, type: 'submission', reasons: [{ type: 'spam', content: '' }] } }),
    await bob.call(reportThing, {
      body: { id: message.id, type: 'message', reasons: [{ type: 'spam', content: '' }] },
    }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(404))
})

test('a reported submission is hidden from others and shown again; its author reads it all the while [CMTY-008]', async () => {
  const { ada, bob, place, id } = await handedIn()
  const moderator = await site.user({ groups: ['learn_moderator'] })
  const reasons = [{ type: 'spam' as const, content: '广告' }]
  expect((await ada.call(reportThing, { body: { id, type: 'submission', reasons } })).result.code).toBe('report_own')
  expect((await bob.call(reportThing, { body: { id, type: 'submission', reasons } })).status).toBe(200)
  const [waiting] = (await moderator.call(listReports, { query: {} })).result.results
  expect(waiting).toMatchObject({ id, type: 'submission', excerpt: expect.stringContaining('塔楼') })
  const file = await moderator.call(readCase, { query: { caseId: waiting?.caseId ?? '' } })
  expect(file.result).toMatchObject({ path: `/submission/${id}`, mayHide: true })
  await moderator.call(banReported, { body: { id, type: 'submission', reason: 'spam' } })
  const status = async (person: Person) => (await person.call(readSubmission, { params: { id }, query: {} })).status
  expect([await status(bob), await status(ada), await status(moderator)]).toEqual([404, 200, 200])
  const shown = async () => (await bob.call(listSubmissions, { query: { itemId: place.itemId } })).result.results
  expect(await shown()).toEqual([])
  expect((await submit(site, ada, place, { title: '换个标题' })).result.submission.hidden).toBe('spam')
  expect(await status(bob)).toBe(404)
  await moderator.call(undoDecision, { body: { id, type: 'submission' } })
  expect(await shown()).toEqual([id])
})

test('a muted person hands in for themselves alone', async () => {
  const { ada, place } = await handedIn('private')
  const moderator = await site.user({ groups: ['learn_moderator'] })
  const reporter = await site.learner()
  const about = { id: ada.id, type: 'profile' as const }
  await reporter.call(reportThing, { body: { ...about, reasons: [{ type: 'spam', content: '' }] } })
  await moderator.call(banReported, { body: { ...about, reason: 'spam', hide: false, muteDays: 3 } })
  expect((await submit(site, ada, place)).result.code).toBe('muted')
  expect((await submit(site, ada, place, { permission: 'private' })).status).toBe(200)
})
