import { itemPublished, itemRemoved } from '@lantern/contract/catalog/events.ts'
import { postComment } from '@lantern/contract/community/discussion.ts'
import { givePeerFeedback, takePeerTask } from '@lantern/contract/community/peer-feedback.ts'
import { reviewSubmission } from '@lantern/contract/community/submission-reviews.ts'
import { readOutbox } from '@lantern/contract/identity/sms.ts'
import { startRecord } from '@lantern/contract/learning/records.ts'
import { setReminder } from '@lantern/contract/live/reminders.ts'
import { setFollow } from '@lantern/contract/notifications/following.ts'
import { getPreferences, savePreferences } from '@lantern/contract/notifications/preferences.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCourse, buildGrant, buildLiveSession, buildTutorial } from '#testing/builders.ts'
import { buy } from '#testing/shop.ts'
import { type Person, testSite, type UserOptions } from '#testing/site.ts'
import { submit } from '#testing/submissions.ts'

// What is paid for leaves the site by no mail: people who have not bought it read mails, and mails are passed on.

const site = await testSite()
const { db, services } = site
const secret = '折射率只有买了的人读得到'
let people = 0

/** A person with a confirmed address, who wants every kind by mail. */
async function reader(rhythm: 'now' | 'daily', options: UserOptions = {}): Promise<Person & { email: string }> {
  const person = await site.user(options)
  const email = `reader${++people}@paid.example`
  const confirmed = { email, email_confirmed_at: site.clock.now(), locale: 'zh_CN' }
  await db.updateTable('users').set(confirmed).where('id', '=', person.id).execute()
  const { kinds } = (await person.call(getPreferences)).result
  const byMail = kinds.filter(({ channels }) =>
    channels.some(({ channel, isRequired }) => channel === 'mail' && !isRequired),
  )
  const settings = byMail.map(({ kind }) => ({ kind, channel: 'mail' as const, setting: rhythm }))
  expect((await person.call(savePreferences, { body: { settings } })).status).toBe(200)
  return Object.assign(person, { email })
}

async function mailsTo({ email }: { email: string }): Promise<string[]> {
  const { result } = await site.guest().call(readOutbox, { query: { to: email } })
  return result.messages.map(({ text }) => text)
}

const publish = (itemId: string) => services.events.emit(db, itemPublished, { itemId })

test.for(['now', 'daily'] as const)('no mail holds text of what is sold, mailed %s', async (rhythm) => {
  const creator = await reader(rhythm, { groups: ['learn_creator'], name: '沈若川' })
  const [follower, buyer] = [await reader(rhythm), await reader(rhythm)]
  const name = rhythm === 'now' ? '许青禾' : '许青山'
  const learner = await reader(rhythm, { name })
  const own = { ownerId: creator.id, authorId: creator.id, priceFen: 1200 }
  const body = { type: 'person' as const, id: creator.id, on: true }
  await follower.call(setFollow, { body })
  const course = await buildCourse(db, { ownerId: creator.id, authorId: creator.id })
  await follower.call(setFollow, { body: { type: 'course', id: course.id, on: true } })
  site.clock.advance({ minutes: 1 })
  const publishedAt = site.clock.now().toISOString()
  const steps = [
    { html: `<p>${secret}</p>`, title: '光线弯折' },
    { html: `<p>${secret}</p>`, type: 'submission' as const, peerQuestions: [`哪里看得出“${secret}”？`] },
  ]
  const item = await buildTutorial(db, { ...own, steps, publishedAt, title: '水面' })
  await sql`insert into item_contents (parent_id, child_id, position) values (${course.id}, ${item.id}, 99)`.execute(db)
  await publish(item.id)
  await publish(course.id)

  await buy(buyer, { itemIds: [item.id] })
  await buildGrant(db, { userId: learner.id, itemId: item.id, source: 'staff', at: site.clock.now() })
  for (const person of [buyer, learner])
    expect((await person.call(startRecord, { body: { id: item.id, type: 'tutorial' } })).status).toBe(200)

  // a question quotes the step, and its answer quotes the question
  const channelId = item.steps[0]?.id ?? ''
  const say = async (person: Person, content: string, replyId?: string) => {
    site.clock.advance({ seconds: 61 })
    const answer = await person.call(postComment, { body: { channelId, content, ...(replyId && { replyId }) } })
    expect(answer.status).toBe(200)
    return answer.result.message
  }
  const question = await say(buyer, `> ${secret}\n\n为什么？`)
  await say(learner, `> ${secret}\n\n看图。`, question.id)
  const place = { itemId: item.id, sectionId: item.steps[1]?.id ?? '' }
  const { submission } = (await submit(site, buyer, place)).result
  const review = { id: submission.id, version: 1, content: `对照“${secret}”`, isReviewed: true }
  expect((await creator.call(reviewSubmission, { body: review })).status).toBe(200)

  // learners look at each other's work, and a message about it quotes and names
  await submit(site, learner, place)
  const { task } = (await learner.call(takePeerTask, { body: place })).result
  const feedback = { id: task?.id ?? '', answers: [`看得出“${secret}”`] }
  expect((await learner.call(givePeerFeedback, { body: feedback })).status).toBe(200)
  await say(buyer, `> ${secret}\n\n@${name} 你看。`)

  // a session that is sold, whose page says more than its title
  const startTime = new Date(site.clock.now().getTime() + 10 * 60_000).toISOString()
  const live = await buildLiveSession(db, { ...own, startTime, title: '水面答疑', descriptionHtml: `<p>${secret}</p>` })
  await buildGrant(db, { userId: learner.id, itemId: live.id, source: 'staff', at: site.clock.now() })
  expect((await learner.call(setReminder, { body: { id: live.id, on: true } })).status).toBe(200)
  site.clock.advance({ minutes: 1 })
  await services.jobs.send(db, 'live.remind', {})
  await site.settle()

  // in another language of the reader
  const english = { ...own, steps, publishedAt: site.clock.now().toISOString(), language: 'en', title: 'Water' }
  const translation = await buildTutorial(db, { ...english, translationGroup: item.id })
  await db.updateTable('users').set({ locale: 'en_US' }).where('id', '=', buyer.id).execute()
  await publish(translation.id)
  await site.settle()
  await db.updateTable('items').set({ status: 'draft' }).where('id', '=', item.id).execute()
  await services.events.emit(db, itemRemoved, { itemId: item.id })
  await site.settle()
  // mails about what is withdrawn are not sent any more; those about the rest are
  await db.updateTable('items').set({ status: 'published' }).where('id', '=', item.id).execute()
  site.clock.advance({ days: 1 })
  await services.jobs.send(db, 'notifications.due', {})
  await site.settle()

  const mails = await Promise.all([creator, follower, buyer, learner].map(mailsTo))
  const text = mails.flat().join('\n')
  const wanted = [
    /发布了/,
    /路径有了新课/,
    /提了/,
    /reply|replied|回复/i,
    /feedback|点评/i,
    /Water/,
    /提到了你/,
    /有学员评了你的作品|A learner gave feedback/,
    /直播.*开始/,
    /你买过的|not available/,
  ]
  expect(wanted.filter((words) => !words.test(text)).map(String)).toEqual([])
  expect(text).not.toContain(secret)
  expect(text).not.toContain('光线弯折')
})
