// @vitest-environment jsdom
import type { listCertificatesOfPerson } from '@lantern/contract/certificates/certificates.ts'
import type { listSubmissionsOfPerson } from '@lantern/contract/community/submissions.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { LearningList } from '@lantern/contract/learning/my-learning.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { samplePerson } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import MyLearningPage from '../pages/my-learning.tsx'
import routes from '../routes.ts'
import { learningTabs, MyLearning, type MyLearningProps } from './my-learning.tsx'
import { learnerSession, testCard, testRecord } from './testing/page.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

const certificates: ResponseOf<typeof listCertificatesOfPerson>['results'] = []

function listOf(...ids: string[]): LearningList {
  return {
    results: ids,
    itemMap: Object.fromEntries(ids.map((id) => [id, testCard(id, { title: `教程${id}` })])),
    statsMap: {},
    recordMap: Object.fromEntries(ids.map((id) => [id, testRecord(['se_1'], { itemId: id, remainingMinutes: 20 })])),
    collectMap: {},
    privacyLimitation: false,
    page: 0,
    pageSize: 12,
    total: ids.length,
  }
}

function props(more: Partial<MyLearningProps> = {}): MyLearningProps {
  return {
    year: {
      days: [
        { day: '2026-03-01', seconds: 3600, steps: 4 },
        { day: '2026-03-02', seconds: 1800, steps: 1 },
      ],
      today: '2026-03-02',
      privacyLimitation: false,
      person: { id: 'u_ada', name: '林知远', title: '技术美术', avatar: null, joinedTime: '2025-01-01T00:00:00.000Z' },
      counts: { inProgress: 2, completed: 28, collected: 41, created: 3, feedbackGiven: 2, purchased: 0 },
    },
    tab: 'activity',
    list: listOf('a', 'b'),
    activity: null,
    ...more,
  }
}

test('/u/{userId} is my learning [LEARN-002]', () => {
  expect(routes.find(({ path }) => path === 'u/:userId')?.file).toBe('pages/my-learning.tsx')
  const page = { loaderData: { ...props(), certificates } } as Parameters<typeof MyLearningPage>[0]
  show(<MyLearningPage {...page} />, learnerSession())
  expect(screen.getByRole('heading', { level: 1, name: '林知远' })).toBeTruthy()
  expect(screen.getByRole('main')).toBeTruthy()
})

test('another person is followed from their page, and no more; a guest signs in for it', async () => {
  const calls = fakeServer({ '/api/learn/cn/follow': ({ body }) => ({ on: (body as { on: boolean }).on }) })
  const page = { loaderData: { ...props(), certificates, followed: false } } as Parameters<typeof MyLearningPage>[0]
  const button = () => screen.findByRole('button', { name: /关注/ })
  show(<MyLearningPage {...page} />, { user: samplePerson({ id: 'u_eve' }) })
  await userEvent.click(await button())
  await waitFor(async () => expect((await button()).getAttribute('aria-pressed')).toBe('true'))
  await userEvent.click(await button())
  await waitFor(async () => expect((await button()).getAttribute('aria-pressed')).toBe('false'))
  const wish = (on: boolean) => ({ type: 'person', id: 'u_ada', on })
  expect(calls.map(({ body }) => body)).toEqual([wish(true), wish(false)])
  cleanup()
  let asked = 0
  show(<MyLearningPage {...page} />, 'guest', { signIn: () => asked++ })
  await userEvent.click(await button())
  expect(asked).toBe(1)
  cleanup()
  show(<MyLearningPage {...page} />, learnerSession())
  expect(screen.queryByRole('button', { name: /关注/ })).toBeNull()
})

test('another person is blocked from the menu of their page, and not any more; guests have no such menu', async () => {
  const calls = fakeServer({ '/api/learn/cn/block': ({ body }) => ({ on: (body as { on: boolean }).on }) })
  const page = { loaderData: { ...props(), certificates, blocked: false } } as Parameters<typeof MyLearningPage>[0]
  const choice = (name: string) => screen.findByRole('menuitem', { name, hidden: true })
  show(<MyLearningPage {...page} />, { user: samplePerson({ id: 'u_eve' }) })
  const block = (await choice('屏蔽这个人')) as HTMLButtonElement
  // without script its form goes to the page
  expect([block.form?.getAttribute('action'), Object.fromEntries(new FormData(block.form ?? undefined))]).toEqual([
    '/u/u_ada',
    { act: 'block', on: 'true' },
  ])
  await userEvent.click(block)
  await screen.findByText(/^已屏蔽林知远/)
  await userEvent.click(await choice('取消屏蔽'))
  await screen.findByText('已取消屏蔽林知远')
  const wish = (on: boolean) => ({ id: 'u_ada', on })
  const sent = calls.filter(({ path }) => path === '/api/learn/cn/block').map(({ body }) => body)
  expect(sent).toEqual([wish(true), wish(false)])
  cleanup()
  show(<MyLearningPage {...page} />, 'guest')
  expect(await screen.findByRole('button', { name: /关注/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '林知远的更多操作' })).toBeNull()
})

test('the tabs are activity, completed, collected, created, with their counts [LEARN-003] [SRCH-026]', () => {
  show(<MyLearning {...props()} />, learnerSession())
  const tabs = within(screen.getByRole('navigation', { name: '学习记录' })).getAllByRole('link')
  expect(tabs.slice(0, 4).map((tab) => tab.textContent)).toEqual(['动态', '已完成28', '已收藏41', '我创建的3'])
  expect(tabs.slice(0, 4).map((tab) => tab.getAttribute('href'))).toEqual([
    '/u/u_ada',
    '/u/u_ada?tab=completed',
    '/u/u_ada?tab=collected',
    '/u/u_ada?tab=created',
  ])
  expect(learningTabs.slice(0, 4)).toEqual(['activity', 'completed', 'collected', 'created'])
})

test('a newcomer has no empty year, and no tab says 0', () => {
  const counts = { inProgress: 0, completed: 0, collected: 0, created: 0, feedbackGiven: 0, purchased: 0 }
  show(<MyLearning {...props({ year: { ...props().year, days: [], counts } })} />, learnerSession())
  expect(screen.queryByRole('img', { name: /共学习/ })).toBeNull()
  expect(screen.queryByText('连续学习')).toBeNull()
  const tabs = within(screen.getByRole('navigation', { name: '学习记录' })).getAllByRole('link')
  expect(tabs.slice(0, 4).map((tab) => tab.textContent)).toEqual(['动态', '已完成', '已收藏', '我创建的'])
})

test('of a person who learns nothing and makes lessons the first tab leads to these', () => {
  show(<MyLearning {...props({ list: listOf() })} />, 'guest')
  const links = screen.getAllByRole('link').filter((link) => /^创建的 ?3$/.test(link.textContent ?? ''))
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/u/u_ada?tab=created', '/u/u_ada?tab=created'])
})

test('merchandise orders have a tab of one’s own alone, which shows what the page gives [COM-005]', () => {
  show(
    <MyLearning {...props({ tab: 'periphery_order', list: null })}>
      <p>两份订单</p>
    </MyLearning>,
    learnerSession(),
  )
  const tab = screen.getByRole('link', { name: '周边订单' })
  expect([tab.getAttribute('href'), tab.getAttribute('aria-current')]).toEqual(['/u/u_ada?tab=periphery_order', 'page'])
  expect(screen.getByText('两份订单')).toBeTruthy()
  cleanup()
  show(<MyLearning {...props()} />, 'guest')
  expect(screen.queryByRole('link', { name: '周边订单' })).toBeNull()
})

test('what is bought has a tab only when something was', () => {
  const year = { ...props().year, counts: { ...props().year.counts, purchased: 2 } }
  show(<MyLearning {...props({ year })} />, learnerSession())
  expect(screen.getByRole('link', { name: /已购买/ })).toBeTruthy()
})

test('the year is a picture with the same figures as a table, and totals', async () => {
  show(<MyLearning {...props()} />, learnerSession())
  expect((await screen.findAllByRole('img', { name: /共学习2天，1小时30分钟/ })).length).toBeGreaterThan(0)
  expect(screen.getByRole('row', { name: /2026-03 2 1小时30分钟 5/ })).toBeTruthy()
  const totals = screen.getByText('连续学习').closest('div')
  expect(totals?.textContent).toContain('2 天')
})

test('what is in progress shows percent and time left', () => {
  show(<MyLearning {...props()} />, learnerSession())
  const cards = within(screen.getByRole('region', { name: '学习中' })).getAllByRole('article')
  expect(cards.map((card) => card.textContent)).toEqual([
    expect.stringContaining('已学33%剩20分钟'),
    expect.stringContaining('已学33%剩20分钟'),
  ])
})

test('the latest acts stand under their day, an item once a day with all that was done on it', async () => {
  const act = (id: number, itemId: string, kind: 'started' | 'step_completed' | 'completed', time: string) => {
    return { id, itemId, kind, stepId: null, time }
  }
  // 16:30 UTC is half past midnight of the next day in the time of the site
  const acts = [
    act(6, 'a', 'completed', '2026-03-01T16:30:00.000Z'),
    act(5, 'a', 'step_completed', '2026-03-01T02:20:00.000Z'),
    act(4, 'b', 'started', '2026-03-01T02:10:00.000Z'),
    act(3, 'a', 'step_completed', '2026-03-01T02:05:00.000Z'),
    act(2, 'a', 'started', '2026-03-01T02:00:00.000Z'),
    act(1, 'gone', 'started', '2026-03-01T01:00:00.000Z'),
  ]
  const completed = {
    ...listOf('a', 'b'),
    quizMap: {},
    dynamic: acts,
    recent: [],
    totals: { inProgress: 0, completed: 2 },
  }
  show(<MyLearning {...props({ activity: { completed, acts } })} />, learnerSession())
  await screen.findByRole('heading', { name: '最近动态' })
  const rowsOf = (day: string) =>
    within(screen.getByRole('region', { name: day }))
      .getAllByRole('listitem')
      .map((row) => [
        row.querySelector('time')?.textContent,
        within(row).getByRole('link').textContent,
        [...row.querySelectorAll('.meta > span')].map((did) => did.textContent),
      ])
  expect(rowsOf('2026-03-02')).toEqual([['00:30', '教程a', ['学完了']]])
  expect(rowsOf('2026-03-01')).toEqual([
    ['10:20', '教程a', ['开始学习', '完成2步']],
    ['10:10', '教程b', ['开始学习']],
  ])
})

test('a completed list has dates, and its own learner may start again', async () => {
  const list = listOf('a')
  const record = testRecord([], { itemId: 'a', completed: true, lastCompletedTime: '2026-03-01T02:00:00.000Z' })
  const shown = props({ tab: 'completed', list: { ...list, recordMap: { a: record } } })
  show(<MyLearning {...shown} />, learnerSession())
  expect(await screen.findByText('2026-03-01')).toBeTruthy()
  expect(screen.getByRole('button', { name: '重新学习《教程a》' })).toBeTruthy()
  cleanup()
  show(<MyLearning {...shown} />, 'guest')
  expect(await screen.findByText('2026-03-01')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '重新学习《教程a》' })).toBeNull()
})

test('what was collected and not begun is begun from the list, on its page; nobody begins from the list of another [LEARN-004] [ANA-001]', () => {
  const list = { ...listOf('a', 'b'), recordMap: { b: testRecord(['se_1'], { itemId: 'b' }) } }
  const shown = props({ tab: 'collected', list })
  show(<MyLearning {...shown} />, learnerSession())
  const [start, ...others] = screen.getAllByRole('link', { name: /^开始学习/ })
  // what is offered so is free, and begins by itself where the link leads
  expect(start?.dataset.conversion).toBe('free-start')
  expect(others).toEqual([])
  const { pathname, searchParams } = new URL(start?.getAttribute('href') ?? '', 'http://site.test')
  expect([pathname, searchParams.get('start')]).toEqual(['/tutorial/a', 'true'])
  cleanup()
  show(<MyLearning {...shown} />, 'guest')
  expect(screen.queryByRole('link', { name: /^开始学习/ })).toBeNull()
})

test('ten thousand records are pages', async () => {
  const list = { ...listOf('a'), total: 10_000, page: 3 }
  show(<MyLearning {...props({ list })} />, learnerSession())
  const pages = await screen.findByRole('navigation', { name: '分页' })
  expect(within(pages).getByRole('link', { name: '第834页' }).getAttribute('href')).toBe('/u/u_ada?page=833')
  expect(within(pages).getByRole('link', { name: '上一页' }).getAttribute('href')).toBe('/u/u_ada?page=2')
})

test('an empty list says what will be here and where to begin; a page beyond the end leads back', () => {
  show(<MyLearning {...props({ list: listOf() })} />, learnerSession())
  expect(screen.getByRole('heading', { name: '还没有开始学' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '去看教程' })).toBeTruthy()
  cleanup()
  show(<MyLearning {...props({ list: { ...listOf(), total: 5, page: 9 } })} />, learnerSession())
  expect(screen.getByRole('link', { name: '回到第一页' }).getAttribute('href')).toBe('/u/u_ada')
})

test('private records show only that they are private', () => {
  const year = { ...props().year, privacyLimitation: true, days: [] }
  show(<MyLearning {...props({ year, list: { ...listOf(), privacyLimitation: true } })} />, 'guest')
  expect(screen.getByRole('heading', { name: '林知远没有公开学习记录' })).toBeTruthy()
  expect(screen.queryByRole('img', { name: /热力图/ })).toBeNull()
})

test('what one handed in and what one collected of others have tabs; another sees the first alone', async () => {
  const card = {
    ...{
      id: 'lsu_1',
      itemId: 'ltu_1',
      sectionId: 'se_1',
      stepTitle: '调校',
      authorId: 'u_bob',
      type: 'media' as const,
    },
    ...{ permission: 'public' as const, title: '黄昏的塔楼', version: 1, coverUrl: null, images: 0, videos: 0 },
    ...{ likeCount: 0, collectCount: 0, viewCount: 0, commentCount: 0, isReviewed: false, hidden: null },
    ...{ createdTime: '2026-11-20T04:00:00.000Z', handedInTime: '2026-11-20T04:00:00.000Z' },
  }
  const userMap = { u_bob: { id: 'u_bob', fullName: '贺一鸣', avatar: null, isMaker: false } }
  const pageOf = (ids: string[]) => ({ results: ids, submissionMap: { lsu_1: card }, userMap, itemMap: {} })
  const open = (tab: 'submissions' | 'collected_submissions', ids: string[], session?: 'guest') => {
    const submissions: ResponseOf<typeof listSubmissionsOfPerson> = {
      ...pageOf(ids),
      page: 0,
      pageSize: 24,
      total: ids.length,
    }
    const page = {
      loaderData: { ...props({ tab, list: null }), certificates, submissions, followed: false },
    } as Parameters<typeof MyLearningPage>[0]
    show(<MyLearningPage {...page} />, session ?? learnerSession())
  }
  open('collected_submissions', ['lsu_1'])
  expect((await screen.findByRole('link', { name: '黄昏的塔楼' })).getAttribute('href')).toBe('/submission/lsu_1')
  expect(screen.getByText('贺一鸣')).toBeTruthy()
  expect(screen.getByRole('link', { name: '收藏的作品' }).getAttribute('aria-current')).toBe('page')
  cleanup()
  open('submissions', [])
  expect(await screen.findByText('还没有交过作品')).toBeTruthy()
  cleanup()
  open('submissions', ['lsu_1'], 'guest')
  expect(await screen.findByRole('link', { name: '黄昏的塔楼' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '作品' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: '收藏的作品' })).toBeNull()
})

test('certificates have a tab of their own: one’s own always, another’s where there are any to see', async () => {
  const open = (tab: 'certificates' | 'activity', of: typeof certificates, session = {}) => {
    const shown = { ...props({ tab, ...(tab === 'certificates' && { list: null }) }), certificates: of }
    show(<MyLearningPage {...({ loaderData: shown } as Parameters<typeof MyLearningPage>[0])} />, session)
    return screen.queryByRole('link', { name: /^证书/ })?.textContent ?? null
  }
  const another = { user: samplePerson({ id: 'u_eve' }) }
  const listed = {
    number: 'LT-2026-7K4M-91QX',
    kind: 'course' as const,
    title: '写光',
    language: 'zh',
    organisationName: null,
    issuedAt: '2026-11-20T00:00:00.000Z',
    isRevoked: false,
    inProfile: true,
  }
  expect(open('certificates', [], learnerSession())).toBe('证书')
  expect(screen.getByText('还没有证书')).toBeTruthy()
  cleanup()
  expect(open('activity', [], another)).toBeNull()
  cleanup()
  expect(open('certificates', [listed], another)).toBe('证书1')
  const list = within(screen.getByRole('region', { name: '证书' }))
  expect(list.getByRole('link', { name: '写光' }).getAttribute('href')).toBe('/certificate/LT-2026-7K4M-91QX')
  expect(list.queryByText('主页展示中')).toBeNull()
})
