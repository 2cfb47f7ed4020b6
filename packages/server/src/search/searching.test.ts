import { itemChanged, itemRemoved } from '@lantern/contract/catalog/events.ts'
import { like } from '@lantern/contract/community/likes.ts'
import { collectItem } from '@lantern/contract/learning/collections.ts'
import { emptyCriteria, encodeCriteria } from '@lantern/contract/search/criteria.ts'
import { type SearchAnswer, searchItems, searchItemsCn } from '@lantern/contract/search/searching.ts'
import { expect, test } from 'vitest'
import {
  buildAuthor,
  buildCourse,
  buildGrant,
  buildOrganisation,
  buildProject,
  buildQuiz,
  buildTag,
  buildTutorial,
} from '#testing/builders.ts'
import { start } from '#testing/learner-acts.ts'
import { testSite } from '#testing/site.ts'
import { indexItems } from './keeping.ts'

const site = await testSite()
const guest = site.guest()

async function publish<T extends { id: string }>(building: Promise<T>): Promise<T> {
  const item = await building
  await indexItems(site.services, [item.id])
  await site.services.events.caughtUp()
  return item
}

const k = (...entries: string[]) => ({ k: JSON.stringify(entries) })

test('a visitor finds tutorials, projects, courses and quizzes by one word [SRCH-001]', async () => {
  const tutorial = await publish(buildTutorial(site.db, { title: '曲面细分入门' }))
  const project = await publish(buildProject(site.db, { title: '曲面细分项目' }))
  const course = await publish(buildCourse(site.db, { title: '曲面细分课程' }))
  const quiz = await publish(buildQuiz(site.db, { title: '曲面细分小测' }))
  const { status, result } = await guest.call(searchItems, { query: k('query:曲面细分') })
  expect(status).toBe(200)
  expect(new Set(result.results.map(({ id }) => id))).toEqual(new Set([tutorial.id, project.id, course.id, quiz.id]))
  expect(result.typeCounts).toEqual({ tutorial: 1, project: 1, course: 1, quiz: 1 })
})

test('each result holds its object under its own type key, and the maps hold it by id [SRCH-023] [SRCH-024] [SRCH-053]', async () => {
  const quiz = await publish(buildQuiz(site.db, { title: '次表面散射小测', stats: { commentCount: 7 } }))
  const { result } = await guest.call(searchItems, { query: k('query:次表面散射') })
  expect(result.results[0]).toMatchObject({ type: 'quiz', quiz: { id: quiz.id, title: quiz.title } })
  expect(result.quizMap[quiz.id]?.title).toBe(quiz.title)
  expect(result.statsMap[quiz.id]?.commentCount).toBe(7)
  expect(result.userMap[quiz.ownerId]?.fullName).toBe('许青禾')
  expect(Object.keys(result)).toEqual(
    expect.arrayContaining(
      'results quizMap projectMap tutorialMap userMap statsMap industryMap topicMap criteria page pageSize text total learner'.split(
        ' ',
      ),
    ),
  )
  expect(Object.keys(result.learner).sort()).toEqual(['collectMap', 'likeMap', 'quizMap', 'recordMap'])
})

test('words in a step are shown with the step, its anchor and the words marked [SRCH-001]', async () => {
  const tutorial = await publish(
    buildTutorial(site.db, {
      title: '认识光照',
      steps: [
        { title: '先看结果', html: '<p>什么也没有。</p>' },
        { title: '做出焦散', html: '<p>水面把光聚成<em>焦散</em>，<b>a &lt; b</b>。</p>', anchor: 'caustics' },
      ],
    }),
  )
  const { result } = await guest.call(searchItems, { query: k('query:焦散') })
  expect(result.results[0]).toMatchObject({
    id: tutorial.id,
    hitCount: 1,
    hits: [{ anchor: 'caustics', number: 2, title: { text: '做出焦散', marks: [[2, 4]] } }],
  })
  const snippet = result.results[0]?.hits[0]?.snippet
  expect(snippet?.text).toContain('水面把光聚成焦散，a < b')
  expect(snippet?.marks.map(([from, to]) => snippet.text.slice(from, to))).toEqual(['焦散'])
})

test('the text of premium and paid steps stays with those who may read it', async () => {
  const secret = { title: '第一步：黄铜齿轮', html: '<p>保险箱的密码藏在紫铜罗盘里。</p>' }
  const premium = await publish(buildTutorial(site.db, { title: '会员教程甲', premium: true, steps: [secret] }))
  const paid = await publish(buildTutorial(site.db, { title: '付费教程乙', priceFen: 4800, steps: [secret] }))
  const member = await site.learner({ premium: true })
  const buyer = await site.learner()
  await buildGrant(site.db, { userId: buyer.id, itemId: paid.id })

  const asGuest = await guest.inject({
    method: 'GET',
    url: `/api/learn/search?k=${encodeURIComponent('["query:紫铜罗盘"]')}`,
  })
  expect(asGuest.body).not.toContain('保险箱')
  const snippetsFor = async (person: typeof member) => {
    const { result } = await person.call(searchItems, { query: k('query:紫铜罗盘') })
    return Object.fromEntries(
      result.results.map(({ id, hits }) => [id, hits[0]?.snippet?.text.includes('保险箱') ?? false]),
    )
  }
  expect(await snippetsFor(member)).toEqual({ [premium.id]: true, [paid.id]: false })
  expect(await snippetsFor(buyer)).toEqual({ [premium.id]: false, [paid.id]: true })

  const byTitle = await guest.call(searchItems, { query: k('query:黄铜齿轮') })
  expect(byTitle.result.results[0]?.hits[0]).toMatchObject({ title: { text: '第一步：黄铜齿轮' }, snippet: null })
})

test('drafts and hidden items are found by those who make them alone, and only when asked for [SRCH-055] [SRCH-029] [SRCH-031]', async () => {
  const maker = await site.user({ groups: ['learn_creator'] })
  const editor = await site.user({ groups: ['learn_editor'] })
  const draft = await publish(
    buildTutorial(site.db, { title: '未公开的琉璃瓦草稿', status: 'draft', ownerId: maker.id }),
  )
  const hidden = await publish(buildTutorial(site.db, { title: '藏起来的琉璃瓦', hidden: true }))
  const shown = await publish(buildTutorial(site.db, { title: '公开的琉璃瓦' }))
  const idsFor = async (person: typeof maker, more: { status?: string[]; hidden?: string[] } = {}) => {
    const { result } = await person.call(searchItems, { query: { ...k('query:琉璃瓦'), ...more } })
    return result.results.map(({ id }) => id)
  }
  for (const person of [guest, await site.learner(), maker, editor]) expect(await idsFor(person)).toEqual([shown.id])
  for (const person of [guest, await site.learner()]) {
    expect(await idsFor(person, { status: ['draft'] })).toEqual([])
    expect(await idsFor(person, { hidden: ['hidden'] })).toEqual([])
  }
  expect(await idsFor(maker, { status: ['draft'] })).toEqual([draft.id])
  expect(await idsFor(maker, { hidden: ['hidden'] })).toEqual([])
  expect(await idsFor(editor, { status: ['draft'] })).toEqual([draft.id])
  expect(await idsFor(editor, { hidden: ['hidden'] })).toEqual([hidden.id])
  for (const person of [guest, editor]) {
    expect(await idsFor(person, { status: ['published'] })).toEqual([shown.id])
    expect(await idsFor(person, { hidden: ['none_hidden'] })).toEqual([shown.id])
  }
})

test('pages count from 0, hold 8 at most, and one beyond the end is empty [SRCH-015] [SRCH-019] [SRCH-052]', async () => {
  for (let i = 0; i < 10; i++) await publish(buildTutorial(site.db, { title: `水墨卷轴 ${i}` }))
  const first = await guest.call(searchItems, { query: k('query:水墨卷轴') })
  expect(first.result).toMatchObject({ page: 0, pageSize: 8, total: 10 })
  expect(first.result.results).toHaveLength(8)
  const second = await guest.call(searchItems, { query: { ...k('query:水墨卷轴'), page: 1 } })
  expect(second.result.results).toHaveLength(2)
  const all = [...first.result.results, ...second.result.results].map(({ id }) => id)
  expect(new Set(all).size).toBe(10)
  const beyond = await guest.call(searchItems, { query: { ...k('query:水墨卷轴'), page: 99 } })
  expect(beyond).toMatchObject({ status: 200, result: { results: [], total: 10, page: 99 } })
})

test('filters narrow what is found [SRCH-028] [SRCH-030] [SRCH-034]', async () => {
  await buildTag(site.db, { id: 'topic-ceramics', zh: '陶瓷' })
  const free = await publish(
    buildTutorial(site.db, {
      title: '青花瓷纹样一',
      skillLevel: 'beginner',
      duration: 10,
      topicIds: ['topic-ceramics'],
    }),
  )
  const premium = await publish(
    buildTutorial(site.db, { title: '青花瓷纹样二', premium: true, skillLevel: 'advanced', duration: 60 }),
  )
  const paid = await publish(
    buildProject(site.db, { title: '青花瓷纹样三', priceFen: 100, duration: 120, language: 'en' }),
  )
  const ids = async (criteria: Partial<ReturnType<typeof emptyCriteria>>) => {
    const params = encodeCriteria({ ...emptyCriteria(), query: '青花瓷', ...criteria })
    const response = await guest.inject({ method: 'GET', url: `/api/learn/search?${params}` })
    return response
      .json<{ results: { id: string }[] }>()
      .results.map(({ id }) => id)
      .sort()
  }
  expect(await ids({})).toEqual([free.id, premium.id, paid.id].sort())
  expect(await ids({ price: 'all' })).toEqual([free.id, premium.id, paid.id].sort())
  expect(await ids({ price: 'only_free' })).toEqual([free.id])
  expect(await ids({ price: 'only_paid' })).toEqual([paid.id])
  expect(await ids({ premium: 'premium' })).toEqual([premium.id])
  expect(await ids({ premium: 'none_premium' })).toEqual([free.id, paid.id].sort())
  expect(await ids({ duration: ['boundless_15'] })).toEqual([free.id])
  expect(await ids({ duration: ['15_60'] })).toEqual([])
  expect(await ids({ duration: ['60_120'] })).toEqual([premium.id])
  expect(await ids({ duration: ['120_boundless'] })).toEqual([paid.id])
  expect(await ids({ duration: ['60_120', '120_boundless'] })).toEqual([premium.id, paid.id].sort())
  expect(await ids({ skillLevel: ['advanced'] })).toEqual([premium.id])
  expect(await ids({ tag: ['topic-ceramics'] })).toEqual([free.id])
  expect(await ids({ module: ['topic-ceramics'] })).toEqual([free.id])
  expect(await ids({ language: ['en'] })).toEqual([paid.id])
  expect(await ids({ type: ['project'] })).toEqual([paid.id])
  expect(await ids({ itemId: [free.id] })).toEqual([free.id])
})

test('a search takes criteria, a page size, premium or not, and a tag [SRCH-051]', async () => {
  await buildTag(site.db, { id: 'topic-weaving', zh: '编织' })
  const tagged = { topicIds: ['topic-weaving'] }
  const free = await publish(buildTutorial(site.db, { title: '竹篮一', ...tagged }))
  const member = await publish(buildTutorial(site.db, { title: '竹篮二', premium: true, ...tagged }))
  const untagged = await publish(buildTutorial(site.db, { title: '竹篮三' }))
  const found = async (query: object) => {
    const { status, result } = await guest.call(searchItems, { query: { ...k('query:竹篮'), ...query } })
    return [status, result.pageSize, result.total, result.results.map(({ id }) => id).sort()]
  }
  const ids = (...items: { id: string }[]) => items.map(({ id }) => id).sort()
  expect(await found({})).toEqual([200, 8, 3, ids(free, member, untagged)])
  expect(await found({ tag: ['topic-weaving'] })).toEqual([200, 8, 2, ids(free, member)])
  expect(await found({ tag: ['topic-weaving'], prm: ['premium'] })).toEqual([200, 8, 1, ids(member)])
  const [, pageSize, total, first] = await found({ pageSize: 2 })
  expect([pageSize, total, (first as string[]).length]).toEqual([2, 3, 2])
})

test('an answer holds what was found by id and type, with its topics, and what the learner has to do with it [SRCH-053]', async () => {
  await buildTag(site.db, { id: 'topic-lacquer' })
  await buildTag(site.db, { id: 'industry-craft', type: 'industry' })
  const of = { topicIds: ['topic-lacquer'], industryIds: ['industry-craft'] }
  const tutorial = await publish(buildTutorial(site.db, { title: '大漆一', ...of }))
  const project = await publish(buildProject(site.db, { title: '大漆二' }))
  const quiz = await publish(buildQuiz(site.db, { title: '大漆三' }))
  const ada = await site.learner()
  await ada.call(collectItem, { body: { id: project.id, type: 'project' } })
  await ada.call(like, { body: { id: tutorial.id, type: 'tutorial' } })
  await start(ada, tutorial.id)
  await start(ada, quiz.id, 'quiz')
  const { result } = await ada.call(searchItems, { query: k('query:大漆') })
  expect([result.text, result.page, result.pageSize, result.total]).toEqual(['大漆', 0, 8, 3])
  expect([result.tutorialMap, result.projectMap, result.quizMap].map((map) => Object.keys(map))).toEqual([
    [tutorial.id],
    [project.id],
    [quiz.id],
  ])
  expect([Object.keys(result.topicMap), Object.keys(result.industryMap)]).toEqual([
    ['topic-lacquer'],
    ['industry-craft'],
  ])
  expect(result.learner.collectMap).toEqual({ [project.id]: true })
  expect(result.learner.likeMap).toEqual({ [tutorial.id]: true })
  expect(Object.keys(result.learner.recordMap).sort()).toEqual([tutorial.id, quiz.id].sort())
  expect(Object.keys(result.learner.quizMap)).toEqual([quiz.id])
  const stranger = (await guest.call(searchItems, { query: k('query:大漆') })).result.learner
  expect(stranger).toEqual({ collectMap: {}, likeMap: {}, quizMap: {}, recordMap: {} })
})

test('both paths of search give the same answer [SRCH-054]', async () => {
  await publish(buildTutorial(site.db, { title: '编织藤椅' }))
  const one = await guest.call(searchItems, { query: k('query:藤椅') })
  const other = await guest.call(searchItemsCn, { query: k('query:藤椅') })
  expect(one.result.total).toBe(1)
  expect(other.result).toEqual(one.result)
})

test('what was changed is found anew, what was removed is not, although guests were answered before', async () => {
  const item = await publish(buildTutorial(site.db, { title: '古董怀表', steps: 0 }))
  const total = async (query: string) => (await guest.call(searchItems, { query: k(`query:${query}`) })).result.total
  expect(await total('古董怀表')).toBe(1)
  await site.db.updateTable('items').set({ title: '紫砂茶壶' }).where('id', '=', item.id).execute()
  await site.services.events.emit(site.db, itemChanged, { itemId: item.id })
  await site.settle()
  expect([await total('紫砂茶壶'), await total('古董怀表')]).toEqual([1, 0])
  await site.db.updateTable('items').set({ status: 'draft' }).where('id', '=', item.id).execute()
  await site.services.events.emit(site.db, itemRemoved, { itemId: item.id })
  await site.settle()
  expect(await total('紫砂茶壶')).toBe(0)
})

test('pinyin finds a word inside compounds, summaries and steps as its characters do, and marks it', async () => {
  const inCompound = await publish(buildTutorial(site.db, { title: '琉璃精灵图集打包', steps: 0 }))
  const inStep = await publish(
    buildTutorial(site.db, { title: '角色翻页', steps: [{ title: '第一步', html: '<p>每个精灵都有一张图。</p>' }] }),
  )
  const idsOf = async (query: string) => {
    const { result } = await guest.call(searchItems, { query: k(`query:${query}`) })
    return result.results.map(({ id }) => id).sort()
  }
  const both = [inCompound.id, inStep.id].sort()
  expect(await idsOf('精灵')).toEqual(both)
  expect(await idsOf('jingling')).toEqual(both)
  expect(await idsOf('jing ling')).toEqual(both)
  const { result } = await guest.call(searchItems, { query: k('query:jingling') })
  expect(result.corrected).toBeNull()
  expect(result.results.find(({ id }) => id === inCompound.id)?.title.marks).toEqual([[2, 4]])
})

test('a work is one result, in the language of the reader where they have it, and is counted once', async () => {
  const zh = await publish(buildTutorial(site.db, { title: 'Quokka 短尾矮袋鼠', translationGroup: 'quokka', steps: 0 }))
  const en = await publish(
    buildTutorial(site.db, { title: 'Quokka', language: 'en', translationGroup: 'quokka', steps: 0 }),
  )
  const other = await publish(buildTutorial(site.db, { title: 'Quokka 的窝', steps: 0 }))
  const ask = async (language: string, criteria: Partial<ReturnType<typeof emptyCriteria>>) => {
    const params = encodeCriteria({ ...emptyCriteria(), ...criteria })
    const headers = { 'accept-language': language }
    const response = await guest.inject({ method: 'GET', url: `/api/learn/search?${params}`, headers })
    const { results, total, typeCounts } = response.json<SearchAnswer>()
    return { ids: results.map(({ id }) => id).sort(), total, counts: typeCounts }
  }
  for (const orderBy of ['none', 'recency'] as const) {
    const criteria = { query: 'quokka', orderBy }
    expect(await ask('zh-CN', criteria)).toEqual({ ids: [zh.id, other.id].sort(), total: 2, counts: { tutorial: 2 } })
    expect(await ask('en', criteria)).toEqual({ ids: [en.id, other.id].sort(), total: 2, counts: { tutorial: 2 } })
  }
  // asked for in another language it is shown in that
  expect(await ask('zh-CN', { query: 'quokka', language: ['en'] })).toMatchObject({ ids: [en.id], total: 1 })
  const everything = await ask('zh-CN', { itemId: [zh.id, en.id, other.id] })
  expect(everything).toEqual({ ids: [zh.id, other.id].sort(), total: 2, counts: { tutorial: 2 } })
})

test('authors are named as in the language of the reader, whatever language their works are in', async () => {
  const authorId = await buildAuthor(site.db, { fullName: '卢明川' })
  const translations = { en: { fullName: 'Lu Mingchuan', title: 'Lighting artist' } }
  await site.db
    .updateTable('users')
    .set({ translations: JSON.stringify(translations) })
    .where('id', '=', authorId)
    .execute()
  for (const [language, title] of [
    ['zh', '烛龙灯'],
    ['en', 'Torch dragon 烛龙灯'],
  ] as const) {
    await publish(buildTutorial(site.db, { title, language, ownerId: authorId, authorId }))
  }
  const nameFor = async (language: string) => {
    const headers = { 'accept-language': language }
    const url = `/api/learn/search?${encodeCriteria({ ...emptyCriteria(), query: '烛龙灯' })}`
    const answer = (await guest.inject({ method: 'GET', url, headers })).json<SearchAnswer>()
    expect(answer.total).toBe(2)
    return answer.userMap[authorId]?.fullName
  }
  expect([await nameFor('zh-CN'), await nameFor('en')]).toEqual(['卢明川', 'Lu Mingchuan'])
})

test('no suggestion is made of words that not everybody finds: of drafts, hidden items and organisations', async () => {
  const organisation = await buildOrganisation(site.db)
  await publish(buildTutorial(site.db, { title: 'Quokkazephyr basics', language: 'en', status: 'draft' }))
  await publish(buildTutorial(site.db, { title: 'Wombatzephyr basics', language: 'en', hidden: true }))
  await publish(buildTutorial(site.db, { title: 'Dingozephyrs basics', language: 'en', organisation }))
  await publish(buildTutorial(site.db, { title: 'Numbatzephyr basics', language: 'en' }))
  const corrected = async (word: string) =>
    (await guest.call(searchItems, { query: k(`query:${word}`) })).result.corrected
  expect(await corrected('quokkazephir')).toBeNull()
  expect(await corrected('wombatzephir')).toBeNull()
  expect(await corrected('dingozephirs')).toBeNull()
  expect(await corrected('numbatzephir')).toBe('numbatzephyr')
})
