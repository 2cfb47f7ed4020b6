import { deleteDraft } from '@lantern/contract/authoring/drafts.ts'
import { deleteComment, listComments, postComment, updateComment } from '@lantern/contract/community/discussion.ts'
import { like } from '@lantern/contract/community/likes.ts'
import type { ReportType } from '@lantern/contract/community/report-rules.ts'
import * as reports from '@lantern/contract/community/reports.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { expect, test } from 'vitest'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { start } from '#testing/learner-acts.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const moderator = await site.user({ groups: ['learn_moderator'], name: '顾明' })

/** A message of a lesson, its author, and people who have begun the lesson. */
async function saidTo(count: number, content = '专业接外包') {
  const lesson = await buildTutorial(site.db, { title: '实时阴影' })
  const author = await site.user({ name: '新同学' })
  const people: Person[] = []
  for (let at = 0; at < count; at++) people.push(await site.user({ name: `学员${at}` }))
  for (const person of [author, ...people]) await start(person, lesson.id)
  const { result } = await author.call(postComment, { body: { channelId: lesson.id, content } })
  return { lesson, author, people: people as [Person, Person, Person], id: result.message.id }
}

const spam = [{ type: 'spam', content: '三个频道都有' }] as const

const report = (person: Person, id: string, type: ReportType = 'message') =>
  person.call(reports.reportThing, { body: { id, type, reasons: [...spam] } })

const ban = (id: string, more: object = {}) =>
  moderator.call(reports.banReported, { body: { id, type: 'message', reason: 'spam', ...more } })

const queue = async (status: 'open' | 'appealed' | 'decided' = 'open') =>
  (await moderator.call(reports.listReports, { query: { status, pageSize: 50 } })).result.results

const caseOf = async (id: string, status: 'open' | 'decided' = 'open') => {
  const found = (await queue(status)).find((entry) => entry.id === id)
  return found && (await moderator.call(reports.readCase, { query: { caseId: found.caseId } })).result
}

async function told(person: Person) {
  await site.settle()
  const { results } = (await person.call(listNotifications, { query: {} })).result
  return results.map(({ title }) => title)
}

const shown = async (person: Person, lessonId: string) =>
  (await person.call(listComments, { query: { channelId: lessonId } })).result

test('a report has one of seven reasons and a type; it counts once for each person [CMTY-007 CMTY-008]', async () => {
  const { lesson, people, id } = await saidTo(2)
  const [ada, bob] = people
  for (const _ of [1, 2]) expect((await report(ada, id)).result.reportMap).toEqual({ [id]: spam })
  await report(bob, id)
  const file = await caseOf(id)
  expect(file?.entry).toMatchObject({ reports: 2, reason: 'spam', excerpt: '专业接外包', place: '实时阴影' })
  expect(file?.reports.map(({ reporter }) => reporter?.name).sort()).toEqual(['学员0', '学员1'])
  expect((await shown(ada, lesson.id)).reportMap).toEqual({ [id]: spam })
  for (const type of ['disrespectful', 'obscene', 'solicitation', 'illegal', 'irrelevant', 'other'] as const) {
    const other = await saidTo(1, type)
    const body = { id: other.id, type: 'message' as const, reasons: [{ type, content: '' }] }
    expect((await other.people[0].call(reports.reportThing, { body })).status).toBe(200)
  }
  const refused = async (body: object) => (await ada.call(reports.reportThing, { body: body as never })).status
  expect(await refused({ id, type: 'message', reasons: [{ type: 'boring', content: '' }] })).toBe(400)
  expect(await refused({ id, type: 'message', reasons: [] })).toBe(400)
  expect(await refused({ id, type: 'message', reasons: [{ type: 'spam', content: 'x'.repeat(501) }] })).toBe(400)
  expect(await refused({ id, type: 'channel', reasons: spam })).toBe(400)
  // the type is known, the thing is not
  expect(await refused({ id: 'lsu_none', type: 'submission', reasons: spam })).toBe(404)
})

test('nobody reports what is their own, deleted, or of an item that they may not see', async () => {
  const { author, people, id } = await saidTo(1)
  expect((await report(author, id)).result.code).toBe('report_own')
  expect((await report(author, author.id, 'profile')).result.code).toBe('report_own')
  await author.call(deleteComment, { body: { id } })
  expect((await report(people[0], id)).status).toBe(404)
  await buildOrganisation(site.db)
  const lesson = await buildTutorial(site.db, { organisation: 'og_school' })
  const member = await site.user({ member: 'learner' })
  await start(member, lesson.id)
  const inside = (await member.call(postComment, { body: { channelId: lesson.id, content: '内部' } })).result.message
  const [outside, unknown] = [await report(people[0], inside.id), await report(people[0], 'ms_unknown')]
  expect([outside.status, outside.result]).toEqual([unknown.status, unknown.result])
})

test('reports weigh by who reports: three new accounts stay below one trusted person, and hide nothing', async () => {
  const crowd = await saidTo(3)
  for (const person of crowd.people) await report(person, crowd.id)
  const one = await saidTo(1)
  const [trusted] = one.people
  const longAgo = new Date(site.clock.now().getTime() - 400 * 86_400_000)
  await site.db.updateTable('users').set({ created_at: longAgo }).where('id', 'in', [trusted.id]).execute()
  for (let at = 0; at < 20; at++) {
    site.clock.advance({ hours: 1 })
    await trusted.call(postComment, { body: { channelId: one.lesson.id, content: `第${at}条` } })
  }
  await report(trusted, one.id)
  const entries = await queue()
  const place = (id: string) => entries.findIndex((entry) => entry.id === id)
  expect(place(one.id)).toBeLessThan(place(crowd.id))
  expect([entries[place(one.id)]?.level, entries[place(crowd.id)]?.level]).toEqual(['high', 'low'])
  expect((await shown(one.people[0], crowd.lesson.id)).messages.items[0]).toMatchObject({ hidden: null })
})

test('ban hides with a reason, tells author and reporters; undo shows it again and tells the author [CMTY-009]', async () => {
  const { lesson, author, people, id } = await saidTo(2)
  const [ada, bob] = people
  await ada.call(postComment, { body: { channelId: lesson.id, content: '回复', replyId: id } })
  await report(ada, id)
  const banned = await ban(id, { note: '请看社区规则', warn: true })
  expect(banned.result.report).toMatchObject({ status: 'banned', id })
  const seen = await shown(bob, lesson.id)
  expect(seen.messages.items).toMatchObject([{ id, hidden: 'spam', html: '', content: '' }])
  expect(seen.replyMap[id]).toHaveLength(1)
  expect(JSON.stringify(await shown(author, lesson.id))).not.toContain('专业接外包')
  expect((await caseOf(id, 'decided'))?.context.map(({ html }) => html)).toContain('<p>专业接外包</p>')
  const reply = { body: { channelId: lesson.id, content: '再回', replyId: id } }
  expect((await bob.call(postComment, reply)).result.code).toBe('message_hidden')
  expect((await author.call(updateComment, { body: { id, content: '改' } })).result.code).toBe('message_hidden')
  expect((await bob.call(like, { body: { id, type: 'message' } })).result.code).toBe('message_hidden')
  expect((await report(bob, id)).result.code).toBe('message_hidden')
  expect(await told(author)).toContain('版主隐藏了你发布的内容')
  expect(await told(ada)).toContain('你的举报成立')
  const undone = await moderator.call(reports.undoDecision, { body: { id, type: 'message' } })
  expect(undone.result.report.status).toBe('open')
  expect((await shown(bob, lesson.id)).messages.items).toMatchObject([{ hidden: null, content: '专业接外包' }])
  expect(await told(author)).toContain('版主撤销了对你的处理')
  expect(await told(ada)).toContain('你的举报要重新处理')
  const acts = (await caseOf(id))?.acts
  expect(acts).toMatchObject([
    { action: 'undo', moderator: '顾明' },
    { action: 'ban', isUndone: true, hides: true, warns: true, note: '请看社区规则', reason: 'spam' },
  ])
})

test('what a reported message said before it was changed or deleted is read by moderators in its case alone', async () => {
  const { lesson, author, people, id } = await saidTo(1, '你连矩阵都看不懂')
  const [reporter] = people
  await report(reporter, id)
  site.clock.advance({ minutes: 5 })
  await author.call(updateComment, { body: { id, content: '谢谢分享' } })
  expect(await caseOf(id)).toMatchObject({ earlier: [{ content: '你连矩阵都看不懂' }] })
  site.clock.advance({ minutes: 5 })
  await author.call(deleteComment, { body: { id } })
  expect((await caseOf(id))?.earlier.map(({ content }) => content)).toEqual(['谢谢分享', '你连矩阵都看不懂'])
  for (const person of [reporter, author])
    expect(JSON.stringify(await shown(person, lesson.id))).not.toMatch(/矩阵|谢谢分享/)
})

test('a case leads to the place of its message while the moderator finds it, and nowhere once the lesson was taken back', async () => {
  const { lesson, people, id } = await saidTo(1)
  await report(people[0], id)
  expect((await caseOf(id))?.path).toBe(`/messages/c/${lesson.id}?messageId=${id}`)
  const editor = await site.user({ groups: ['learn_admin'] })
  await editor.call(deleteDraft, { params: { id: lesson.id } })
  expect(await caseOf(id)).toMatchObject({ path: null, context: [{ html: expect.stringContaining('专业接外包') }] })
})

test('ignore leaves the message and tells the reporter alone; a new report opens the case again [CMTY-009]', async () => {
  const { author, people, id } = await saidTo(2)
  await report(people[0], id)
  const ignore = () => moderator.call(reports.ignoreReported, { body: { id, type: 'message' } })
  expect((await ignore()).result.report.status).toBe('ignored')
  expect((await ignore()).status).toBe(409)
  expect(await told(people[0])).toEqual(['你的举报没有成立'])
  expect(await told(author)).toEqual([])
  await report(people[1], id)
  expect((await caseOf(id))?.reports.find(({ reporter }) => reporter?.id === people[0].id)).toMatchObject({
    decided: 1,
    upheld: 0,
  })
})

test('read marks a case once for each moderator until it is opened anew [CMTY-009]', async () => {
  const { people, id } = await saidTo(1)
  await report(people[0], id)
  for (const _ of [1, 2]) await moderator.call(reports.readReported, { body: { id, type: 'message' } })
  expect((await caseOf(id))?.entry.readBy).toEqual(['顾明'])
  const acts = site.db.selectFrom('report_acts').select('action').where('target_id', '=', id)
  expect(await acts.execute()).toEqual([{ action: 'read' }])
})

test('a muted person reads and does not write, for as long as was said or until it is undone', async () => {
  const { lesson, author, people, id } = await saidTo(1)
  await report(people[0], id)
  await ban(id, { hide: false, muteDays: 3 })
  const write = () => author.call(postComment, { body: { channelId: lesson.id, content: '我又来了' } })
  expect((await write()).result.code).toBe('muted')
  expect((await shown(author, lesson.id)).writing).toBe('muted')
  const own = (await author.call(reports.listOwnDecisions)).result
  expect(own.decisions).toMatchObject([{ reason: 'spam', moderator: null, excerpt: '专业接外包', appeal: null }])
  expect(Date.parse(own.mutedUntil ?? '')).toBe(site.clock.now().getTime() + 3 * 86_400_000)
  await moderator.call(reports.undoDecision, { body: { id, type: 'message' } })
  expect((await write()).status).toBe(200)
  await ban(id, { hide: false, muteDays: 1 })
  expect((await write()).result.code).toBe('muted')
  site.clock.advance({ days: 1, minutes: 1 })
  expect((await write()).status).toBe(200)
})

test('suspending ends the sessions with a reason, and undo opens the account', async () => {
  const { author, people, id } = await saidTo(1)
  await report(people[0], author.id, 'profile')
  const body = { id: author.id, type: 'profile', reason: 'illegal', suspendDays: 7, note: '冒充官方' } as const
  expect((await moderator.call(reports.banReported, { body })).status).toBe(200)
  expect((await author.call(reports.listOwnDecisions)).status).toBe(401)
  const row = () => site.db.selectFrom('users').select(['suspend_until', 'suspend_reason']).where('id', '=', author.id)
  expect((await row().executeTakeFirst())?.suspend_reason).toBe('冒充官方')
  await moderator.call(reports.undoDecision, { body: { id: author.id, type: 'profile' } })
  expect(await row().executeTakeFirst()).toEqual({ suspend_until: null, suspend_reason: null })
  expect(id).toBeTruthy()
})

test('a moderator is neither muted nor suspended, nobody decides about their own, and without a measure nothing is done', async () => {
  const { lesson, people } = await saidTo(1)
  const other = await site.user({ groups: ['learn_admin'] })
  const said = (await other.call(postComment, { body: { channelId: lesson.id, content: '通知' } })).result.message
  await report(people[0], said.id)
  expect((await ban(said.id, { muteDays: 3 })).status).toBe(403)
  expect((await ban(said.id, { suspendDays: 3 })).status).toBe(403)
  const own = await other.call(reports.banReported, { body: { id: said.id, type: 'message', reason: 'spam' } })
  expect(own.status).toBe(403)
  const none = await ban(said.id, { hide: false })
  expect([none.status, none.result.details?.[0]?.field]).toEqual([400, 'hide'])
  expect((await ban(said.id)).status).toBe(200)
})

test('many cases are decided at once, all or none', async () => {
  const [first, second] = [await saidTo(1), await saidTo(1)]
  for (const { people, id } of [first, second]) await report(people[0], id)
  const targets = [first, second].map(({ id }) => ({ id, type: 'message' as const }))
  const decide = (action: 'ban' | 'ignore' | 'undo') =>
    moderator.call(reports.decideMany, { body: { action, targets } })
  await ban(first.id)
  expect((await decide('ignore')).status).toBe(409)
  expect((await caseOf(second.id))?.entry.status).toBe('open')
  await moderator.call(reports.undoDecision, { body: { id: first.id, type: 'message' } })
  expect((await decide('ban')).result).toEqual({ decided: 2 })
  for (const { lesson, people } of [first, second])
    expect((await shown(people[0], lesson.id)).messages.items[0]?.hidden).toBe('spam')
  expect((await decide('undo')).result).toEqual({ decided: 2 })
  for (const { lesson, people } of [first, second])
    expect((await shown(people[0], lesson.id)).messages.items[0]?.hidden).toBeNull()
  expect((await decide('undo')).status).toBe(409)
})

test('a person appeals once; a moderator rejects it, or grants it by undoing, and the person is told', async () => {
  const { author, people, id } = await saidTo(1)
  await report(people[0], id)
  await ban(id)
  const [decision] = (await author.call(reports.listOwnDecisions)).result.decisions
  const appeal = (person: Person, content = '这是在回答提问') =>
    person.call(reports.makeAppeal, { body: { actId: decision?.id ?? 0, content } })
  expect((await appeal(people[0])).status).toBe(404)
  expect((await appeal(author, '  ')).result.details?.[0]?.field).toBe('content')
  for (const _ of [1, 2]) expect((await appeal(author)).status).toBe(200)
  expect((await appeal(author, '另一段')).status).toBe(409)
  expect((await queue('appealed')).map((entry) => entry.id)).toEqual([id])
  const reject = () => moderator.call(reports.rejectAppeal, { body: { id, type: 'message' } })
  expect((await reject()).status).toBe(200)
  expect((await reject()).status).toBe(409)
  expect(await told(author)).toContain('你的申诉被驳回')
  const after = (await author.call(reports.listOwnDecisions)).result.decisions[0]
  expect(after?.appeal).toMatchObject({ content: '这是在回答提问', granted: false })
  const other = await saidTo(1)
  await report(other.people[0], other.id)
  await ban(other.id)
  const actId = (await other.author.call(reports.listOwnDecisions)).result.decisions[0]?.id ?? 0
  await other.author.call(reports.makeAppeal, { body: { actId, content: '误会' } })
  await moderator.call(reports.undoDecision, { body: { id: other.id, type: 'message' } })
  expect((await other.author.call(reports.listOwnDecisions)).result.decisions[0]).toMatchObject({
    isUndone: true,
    appeal: { granted: true },
  })
})

test('a new member puts two links and mentions in a message; with time and messages that stand the limit ends', async () => {
  const { lesson, author } = await saidTo(0)
  const links = ['a', 'b', 'c'].map((name) => `[${name}](https://${name}.example)`).join(' ')
  const write = async (content: string) => author.call(postComment, { body: { channelId: lesson.id, content } })
  const refused = await write(links)
  expect([refused.status, refused.result.details]).toEqual([
    400,
    [{ field: 'content', message: '新成员每条消息最多2个链接。' }],
  ])
  for (const text of ['一', '二']) await write(text)
  expect((await write(links)).status).toBe(400)
  const created = new Date(site.clock.now().getTime() - 4 * 86_400_000)
  await site.db.updateTable('users').set({ created_at: created }).where('id', '=', author.id).execute()
  expect((await write(links)).status).toBe(200)
})
