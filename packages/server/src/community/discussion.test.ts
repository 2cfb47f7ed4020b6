import { getTutorial } from '@lantern/contract/catalog/details.ts'
import {
  chooseAnswer,
  deleteComment,
  listComments,
  postComment,
  previewComment,
  readChannel,
  updateComment,
} from '@lantern/contract/community/discussion.ts'
import { like, unlike } from '@lantern/contract/community/likes.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { setMute } from '@lantern/contract/notifications/preferences.ts'
import { expect, test } from 'vitest'
import { buildLiveSession, buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { foldFigures, start } from '#testing/learner-acts.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()

/** A lesson of two steps, and people who have begun it. */
async function lessonWith(...names: string[]) {
  const lesson = await buildTutorial(site.db, { title: '实时阴影', channelId: undefined })
  const people = await Promise.all(names.map((name) => site.user({ name })))
  for (const person of people) await start(person, lesson.id)
  return { lesson, people: people as [Person, Person, Person], step: lesson.steps[0]?.id ?? '' }
}

async function post(person: Person, channelId: string, content: string, more: { replyId?: string; key?: string } = {}) {
  site.clock.advance({ seconds: 61 })
  return person.call(postComment, { body: { channelId, content, ...more } })
}

const list = async (person: Person, channelId: string, query = {}) =>
  (await person.call(listComments, { query: { channelId, ...query } })).result

async function told(person: Person) {
  await site.settle()
  const { results } = (await person.call(listNotifications, { query: {} })).result
  return results.map(({ kind, title, path }) => ({ kind, title, path }))
}

test('a learner comments on an item, and everybody who sees it reads it [CMTY-001 CMTY-006]', async () => {
  const { lesson, people } = await lessonWith('林知远')
  const [ada] = people
  const { status, result } = await post(ada, lesson.id, '影子边缘**抖动**')
  expect(status).toBe(200)
  const read = await list(site.guest(), lesson.id)
  expect(read).toMatchObject({
    id: lesson.id,
    content: { id: lesson.id, title: '实时阴影' },
    messages: {
      total: 1,
      likeCount: 0,
      items: [{ id: result.message.id, html: '<p>影子边缘<strong>抖动</strong></p>' }],
    },
    replyMap: {},
    reportMap: {},
    userMap: { [ada.id]: { fullName: '林知远', isMaker: false } },
    writing: 'sign_in',
  })
})

test('one who has not begun the item is asked to learn first, its author and a live session ask for nothing [CMTY-024]', async () => {
  const author = await site.user({ groups: ['learn_creator'] })
  const lesson = await buildTutorial(site.db, { ownerId: author.id, authorId: author.id })
  const session = await buildLiveSession(site.db)
  const ada = await site.learner()
  const refused = await post(ada, lesson.id, '请问')
  expect([refused.status, refused.result.code, refused.result.message]).toEqual([
    422,
    'comment_after_learning',
    '学习过这项内容后才能参与讨论',
  ])
  expect((await list(ada, lesson.id)).writing).toBe('learn_first')
  await start(ada, lesson.id)
  expect((await post(ada, lesson.id, '请问')).status).toBe(200)
  expect((await post(author, lesson.id, '欢迎提问')).status).toBe(200)
  expect((await post(ada, session.id, '几点开始')).status).toBe(200)
  expect((await post(site.guest(), lesson.id, '请问')).status).toBe(401)
})

test("the channel of an item has what is said about its steps, a step's channel its own alone", async () => {
  const { lesson, people, step } = await lessonWith('甲', '乙')
  const [ada, bob] = people
  const asked = (await post(ada, step, '这一步卡住了')).result.message
  await post(ada, lesson.id, '整课都好')
  await post(bob, lesson.id, '先看文档', { replyId: asked.id })
  const [whole, one] = [await list(bob, lesson.id), await list(bob, step)]
  expect([whole.messages.total, whole.messages.items.length, one.messages.total]).toEqual([3, 2, 2])
  expect(one.step).toMatchObject({ id: step })
  expect(one.replyMap[asked.id]?.map(({ html }) => html)).toEqual(['<p>先看文档</p>'])
  const { commentData, tutorialData } = (await bob.call(getTutorial, { params: { id: lesson.id }, query: {} })).result
  expect(commentData).toMatchObject({ channelId: lesson.id, messages: { total: 3 }, questions: { [step]: 1 } })
  expect(tutorialData.statsMap[lesson.id]?.commentCount).toBe(3)
  await foldFigures(site)
  const after = (await bob.call(getTutorial, { params: { id: lesson.id }, query: {} })).result
  expect(after.tutorialData.statsMap[lesson.id]?.commentCount).toBe(3)
})

test('threads page without gaps in each order, and a link shows its thread first', async () => {
  const { lesson, people } = await lessonWith('甲')
  const [ada] = people
  const ids: string[] = []
  for (let at = 0; at < 5; at++) ids.push((await post(ada, lesson.id, `第${at}条`)).result.message.id)
  for (const sort of ['newest', 'oldest', 'helpful'] as const) {
    const seen: string[] = []
    for (let after: string | null | undefined; after !== null; ) {
      const page = await list(ada, lesson.id, { sort, pageSize: 2, ...(after && { after }) })
      seen.push(...page.messages.items.map(({ id }) => id))
      after = page.next
    }
    expect([sort, seen]).toEqual([sort, sort === 'oldest' ? ids : ids.toReversed()])
  }
  const focused = await list(ada, lesson.id, { messageId: ids[0], pageSize: 2 })
  expect(focused.messages.items.map(({ id }) => id)).toEqual([ids[0], ids[4], ids[3]])
})

test('likes bring a message up, age takes it down, and a date in the future gains nothing', async () => {
  const { lesson, people } = await lessonWith('甲', '乙', '丙')
  const [ada, bob, eve] = people
  const old = (await post(ada, lesson.id, '旧的')).result.message
  const liked = (await post(ada, lesson.id, '好的')).result.message
  await post(ada, lesson.id, '新的')
  for (const person of [bob, eve]) await person.call(like, { body: { id: liked.id, type: 'message' } })
  const order = async () =>
    (await list(ada, lesson.id, { sort: 'helpful' })).messages.items.map(({ content }) => content)
  expect(await order()).toEqual(['好的', '新的', '旧的'])
  const future = new Date(site.clock.now().getTime() + 365 * 86_400_000)
  await site.db.updateTable('messages').set({ created_at: future }).where('id', '=', old.id).execute()
  await ada.call(like, { body: { id: old.id, type: 'message' } })
  expect((await order())[0]).toBe('好的')
  site.clock.advance({ days: 6 })
  await post(ada, lesson.id, '六天后')
  expect((await order())[0]).toBe('六天后')
})

test('a like of a message counts once, in the message and its channel, and never below 0 [CMTY-017 CMTY-019 CMTY-020 CMTY-021 CMTY-022]', async () => {
  const { lesson, people } = await lessonWith('甲', '乙')
  const [ada, bob] = people
  const { id } = (await post(ada, lesson.id, '有用')).result.message
  const body = { id, type: 'message' as const }
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => bob.call(at % 2 ? unlike : like, { body })))
  expect(answers.every(({ status, result }) => status === 200 && (result.likeCount ?? -1) >= 0)).toBe(true)
  await bob.call(like, { body })
  expect((await ada.call(like, { body })).result).toMatchObject({ likeMap: { [id]: true }, likeCount: 2 })
  expect((await list(bob, lesson.id)).messages).toMatchObject({ likeCount: 2, items: [{ likeCount: 2 }] })
  for (const _ of [1, 2]) expect((await bob.call(unlike, { body })).result.likeCount).toBe(1)
  expect((await list(bob, lesson.id)).likeMap).toEqual({})
  expect((await list(ada, lesson.id)).likeMap).toEqual({ [id]: true })
  expect((await site.guest().call(like, { body })).status).toBe(401)
})

test("editing and deleting are one's own, and keep what the message said before", async () => {
  const { lesson, people } = await lessonWith('甲', '乙')
  const [ada, bob] = people
  const question = (await post(ada, lesson.id, '第一版')).result.message
  const reply = (await post(bob, lesson.id, '答复', { replyId: question.id })).result.message
  expect((await bob.call(updateComment, { body: { id: question.id, content: '改' } })).status).toBe(404)
  const edited = await ada.call(updateComment, { body: { id: question.id, content: '第二版' } })
  expect(edited.result.message).toMatchObject({ html: '<p>第二版</p>', editedTime: expect.any(String) })
  expect((await bob.call(deleteComment, { body: { id: question.id } })).status).toBe(404)
  for (const _ of [1, 2]) expect((await ada.call(deleteComment, { body: { id: question.id } })).status).toBe(200)
  expect((await ada.call(updateComment, { body: { id: question.id, content: '再改' } })).status).toBe(404)
  expect((await post(bob, lesson.id, '回复已删', { replyId: question.id })).status).toBe(404)
  const versions = await site.db.selectFrom('message_versions').select('content').orderBy('id').execute()
  expect(versions.map(({ content }) => content).slice(-2)).toEqual(['第一版', '第二版'])
  // the question stands without its text as long as it has replies
  const left = await list(bob, lesson.id)
  expect(left.messages).toMatchObject({
    total: 1,
    items: [{ id: question.id, deleted: true, html: '', authorId: null }],
  })
  await bob.call(deleteComment, { body: { id: reply.id } })
  expect((await list(bob, lesson.id)).messages).toEqual({ total: 0, likeCount: 0, items: [] })
})

test('who asked, or a maker of the item, marks the one reply that helped', async () => {
  const { lesson, people } = await lessonWith('甲', '乙', '丙')
  const [ada, bob, eve] = people
  const question = (await post(ada, lesson.id, '为什么')).result.message
  const replies = []
  for (const text of ['因为', '所以'])
    replies.push((await post(bob, lesson.id, text, { replyId: question.id })).result.message)
  const [first, second] = replies.map(({ id }) => id)
  const mark = (person: Person, id = '', on = true) => person.call(chooseAnswer, { body: { id, on } })
  expect((await mark(eve, first)).status).toBe(403)
  expect((await mark(ada, first)).result).toEqual({ answerId: first })
  expect((await mark(ada, second)).result).toEqual({ answerId: second })
  expect((await list(eve, lesson.id)).messages.items[0]?.answerId).toBe(second)
  expect((await mark(ada, second, false)).result).toEqual({ answerId: null })
  expect((await mark(ada, question.id)).status).toBe(404)
  await mark(ada, second)
  expect((await told(bob)).map(({ kind, title }) => [kind, title])).toEqual(
    [1, 2].map(() => ['answer_helped', '甲说你的回复帮上了忙']),
  )
})

test('replies of one question and mentions in one discussion are an entry each, which counts them and is muted alone', async () => {
  const { lesson, people } = await lessonWith('贺一鸣', '沈若川')
  const [ada, bob] = people
  const asked: string[] = []
  for (const text of ['第一问', '第二问']) asked.push((await post(ada, lesson.id, text)).result.message.id)
  const [first = '', second = ''] = asked
  for (const replyId of [first, first, second]) await post(bob, lesson.id, '答', { replyId })
  for (const text of ['@贺一鸣 看', '@贺一鸣 再看']) await post(bob, lesson.id, text)
  const titles = async () => (await told(ada)).map(({ title }) => title)
  expect(await titles()).toEqual(['沈若川等人2次提到了你', '沈若川回复了你', '沈若川等人给你2条新回复'])
  const { results } = (await ada.call(listNotifications, { query: { kind: 'message_reply' } })).result
  const [group] = results[1]?.mutes ?? []
  expect(group).toMatchObject({ of: 'group', name: '《实时阴影》里这个问题的回复' })
  await ada.call(setMute, { body: { of: 'group', id: group?.id ?? '', muted: true } })
  for (const replyId of asked) await post(bob, lesson.id, '又答', { replyId })
  expect(await titles()).toEqual(['沈若川等人给你2条新回复', '沈若川等人2次提到了你', '沈若川等人给你2条新回复'])
})

test('the same message sent twice is written once', async () => {
  const { lesson, people } = await lessonWith('甲')
  const [ada] = people
  const sent = await Promise.all([1, 2].map(() => post(ada, lesson.id, '网络不好', { key: 'key-of-this-one' })))
  const again = await post(ada, lesson.id, '网络不好', { key: 'key-of-this-one' })
  expect([...sent, again].map(({ status }) => status)).toEqual([200, 200, 200])
  const ids = [...sent, again].map(({ result }) => result.message.id)
  expect(new Set(ids).size).toBe(1)
  expect((await list(ada, lesson.id)).messages.total).toBe(1)
})

test('a reply and a mention are told once to those who may see the item, and lead to the message [CMTY-003 CMTY-004]', async () => {
  const { lesson, people, step } = await lessonWith('贺一鸣', '沈若川', '许青禾')
  const [ada, bob, eve] = people
  const question = (await post(ada, step, '半径取整吗？')).result.message
  await post(eve, step, '同问')
  const reply = (await post(bob, step, '取。@贺一鸣 @许青禾 @林无此人 `@许青禾`', { replyId: question.id })).result
    .message
  expect(reply.html.match(/class="mention"/g)).toHaveLength(2)
  const anchor = lesson.steps[0]?.anchor
  const path = `/tutorial/${lesson.id}?messageId=${reply.id}#${anchor}`
  expect(await told(ada)).toEqual([{ kind: 'message_reply', title: '沈若川回复了你', path }])
  expect(await told(eve)).toEqual([{ kind: 'message_mention', title: '沈若川提到了你', path }])
  expect(await told(bob)).toEqual([])
})

test('a mention of somebody who may not see the item tells them nothing', async () => {
  await buildOrganisation(site.db)
  const [member, left] = [
    await site.user({ member: 'learner', name: '在校' }),
    await site.user({ member: 'learner', name: '离校' }),
  ]
  const lesson = await buildTutorial(site.db, { organisation: 'og_school' })
  for (const person of [member, left]) await start(person, lesson.id)
  await post(left, lesson.id, '再见')
  await site.db.updateTable('memberships').set({ ended_at: site.clock.now() }).where('user_id', '=', left.id).execute()
  expect((await post(member, lesson.id, '@离校 在吗')).status).toBe(200)
  expect(await told(left)).toEqual([])
  expect((await left.call(listComments, { query: { channelId: lesson.id } })).status).toBe(404)
})

test('a name that is mentioned five hundred times in a message is one mention and told once', async () => {
  const { lesson, people } = await lessonWith('甲', '乙')
  const [ada, bob] = people
  await post(ada, lesson.id, '在这里')
  expect((await post(bob, lesson.id, '@甲 '.repeat(300))).status).toBe(200)
  expect((await told(ada)).map(({ title }) => title)).toEqual(['乙提到了你'])
  expect((await post(bob, lesson.id, '@甲'.repeat(500))).status).toBe(200)
  expect((await told(ada)).map(({ title }) => title)).toEqual(['乙等人2次提到了你'])
})

test('one message mentions twenty people and no more, also of a person whom the community knows', async () => {
  const names = Array.from({ length: 21 }, (_, n) => `学员${String(n).padStart(2, '0')}`)
  const { lesson, people } = await lessonWith('乙', ...names)
  const [bob, ...others] = people
  for (const person of others) await post(person, lesson.id, '在这里')
  const created = new Date(site.clock.now().getTime() - 4 * 86_400_000)
  await site.db.updateTable('users').set({ created_at: created }).where('id', '=', bob.id).execute()
  for (const text of ['一', '二', '三']) await post(bob, lesson.id, text)
  const all = names.map((name) => `@${name}`).join(' ')
  const refused = await post(bob, lesson.id, all)
  expect([refused.status, refused.result.details]).toEqual([
    400,
    [{ field: 'content', message: '一条消息最多提到20个人。' }],
  ])
  const twenty = await post(bob, lesson.id, all.replace('@学员20', '学员20'))
  expect(twenty.result.message.html.match(/class="mention"/g)).toHaveLength(20)
})

test('what is hostile is posted as text: one emoji, an order of letters turned round, markup and links of scripts', async () => {
  const { lesson, people } = await lessonWith('甲', '乙')
  const [ada, bob] = people
  const texts = [
    '😀',
    '\u202egnp.exe\u2066',
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '[图](data:text/html,x)',
  ]
  for (const text of texts) expect([text, (await post(ada, lesson.id, text)).status]).toEqual([text, 200])
  const seen = (await list(bob, lesson.id, { sort: 'oldest' })).messages.items.map(({ html }) => html)
  expect(seen.slice(0, 2)).toEqual(['<p>😀</p>', '<p>gnp.exe</p>'])
  expect(seen.slice(2).join()).not.toMatch(/<script|<img|href/)
})

test('unread messages are counted by step until the channel is read', async () => {
  const { lesson, people, step } = await lessonWith('甲', '乙')
  const [ada, bob] = people
  await post(ada, step, '早')
  const unread = async () => (await list(bob, lesson.id)).channels.map(({ unread: count }) => count)
  expect(await unread()).toEqual([0, 0, 0, 0])
  await bob.call(readChannel, { body: { channelId: lesson.id } })
  await post(ada, step, '又一条')
  await post(ada, lesson.id, '整课')
  await post(bob, step, '自己的')
  expect(await unread()).toEqual([2, 1, 0, 0])
  await bob.call(readChannel, { body: { channelId: step } })
  expect(await unread()).toEqual([2, 0, 0, 0])
  site.clock.advance({ seconds: 1 })
  await bob.call(readChannel, { body: { channelId: lesson.id } })
  expect(await unread()).toEqual([0, 0, 0, 0])
})

test('what is no message is refused by its field, and what is hostile is text', async () => {
  const { lesson, people } = await lessonWith('甲')
  const [ada] = people
  for (const content of ['', '   ', '\u200b\n', 'x'.repeat(1001)]) {
    const { status, result } = await post(ada, lesson.id, content)
    expect([content.slice(0, 5), status, result.details?.[0]?.field]).toEqual([content.slice(0, 5), 400, 'content'])
  }
  expect((await post(ada, lesson.id, 'x'.repeat(1_000_000))).status).toBe(413)
  const shown = async (content: string) => (await ada.call(previewComment, { body: { content } })).result.html
  expect(await shown('<script>alert(1)</script> List<int>')).not.toMatch(/<(script|int)/)
  expect(await shown('[点](javascript:alert(1)) [图](data:text/html,x)')).not.toMatch(/href|<a/)
  expect(await shown('![x](https://evil.example/a.png)')).not.toMatch(/<img/)
  expect(await shown('[官网](https://example.com)')).toBe(
    '<p><a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow ugc">官网</a></p>',
  )
  expect(await shown('\u202egnp.exe')).toBe('<p>gnp.exe</p>')
  expect(await shown('😀')).toBe('<p>😀</p>')
  expect(await shown('# 大标题')).toBe('<p><strong>大标题</strong></p>')
  expect(await shown('```glsl\nfloat r = exp2(x);\n```')).toContain('hljs-type')
  expect(await shown('面积$`\\pi r^2`$')).toContain('<math')
  for (const tangled of ['>'.repeat(1000), '*a '.repeat(333), '['.repeat(1000), '- '.repeat(500)])
    expect((await ada.call(previewComment, { body: { content: tangled } })).status).toBe(200)
})

test('nobody writes without end', async () => {
  const { lesson, people } = await lessonWith('甲')
  const [ada] = people
  const statuses = []
  for (let at = 0; at < 45; at++)
    statuses.push((await ada.call(postComment, { body: { channelId: lesson.id, content: `${at}` } })).status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
})
