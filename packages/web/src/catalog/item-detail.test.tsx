// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleCard, sampleItem, sampleLive } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { ItemBreadcrumb } from './item-breadcrumb.tsx'
import { ItemDetail, type ItemDetailProps } from './item-detail.tsx'
import { StickerHeader } from './sticker-header.tsx'
import { SubtitleLine } from './subtitle-line.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const ofSite = { learnOptionType: 'other' } as const
const crumb = { type: 'course' as const, id: 'lco_1', slug: 'light', title: '把光写进引擎', language: 'zh', ...ofSite }

function detail(change: Partial<ItemDetailProps> = {}) {
  return (
    <ItemDetail
      item={sampleItem({ id: 'lco_1', type: 'course' })}
      breadcrumb={[crumb]}
      bought={false}
      percent={null}
      record={(place) => <button type="button">开始 {place}</button>}
      collect={<button type="button">收藏</button>}
      like={<button type="button">赞</button>}
      outline={<p>大纲</p>}
      comments={<p>大家的消息</p>}
      {...change}
    />
  )
}

test('the subtitle line of a page and the bar that stays lead to the discussion and say how much was said [CAT-025] [CAT-030]', () => {
  const stats = { recordCount: 9, averageRating: 9, ratingCount: 3, commentCount: 24, collectCount: 0, likeCount: 0 }
  show(detail({ item: sampleItem({ id: 'lco_1', type: 'course', channelId: 'cn_1', statsMap: { lco_1: stats } }) }))
  const links = screen.getAllByText('24条讨论').concat(screen.getAllByLabelText('24条讨论'))
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/messages/c/cn_1', '/messages/c/cn_1'])
})

test('the subtitle line shows type, level and duration [CAT-024] [CAT-076]', () => {
  show(<SubtitleLine item={sampleCard({ type: 'course', duration: 510 })} />)
  for (const text of ['课程', '中级', '8小时30分钟']) expect(screen.getByText(text)).toBeTruthy()
})

test('the question count stands in the subtitle line of quizzes only [CAT-026]', () => {
  show(<SubtitleLine item={sampleCard({ type: 'quiz', questionsCount: 12 })} />)
  expect(screen.getByText('12道题')).toBeTruthy()
  cleanup()
  show(<SubtitleLine item={sampleCard({ questionsCount: 12 })} />)
  expect(screen.queryByText('12道题')).toBeNull()
})

test('the educator icon shows with an educator plan only [CAT-027]', () => {
  show(<SubtitleLine item={sampleCard({ withEducator: true })} />)
  expect(screen.getByText('含教案').querySelector('svg')).not.toBeNull()
  cleanup()
  show(<SubtitleLine item={sampleCard()} />)
  expect(screen.queryByText('含教案')).toBeNull()
})

test('the content language shows where it is asked for, and where the page speaks another [CAT-028]', () => {
  show(<SubtitleLine item={sampleCard()} withLanguage />)
  expect(screen.getByText('中文')).toBeTruthy()
  cleanup()
  show(<SubtitleLine item={sampleCard()} />)
  expect(screen.queryByText('中文')).toBeNull()
  cleanup()
  show(<SubtitleLine item={sampleCard({ language: 'en' })} />)
  expect(screen.getByText('English')).toBeTruthy()
})

const hrefs = () =>
  within(screen.getByRole('navigation', { name: '页面内容' }))
    .getAllByRole('link')
    .map((tab) => tab.getAttribute('href') ?? '')

test('the tabs each lead to a section of the page [CAT-029]', () => {
  const stats = { recordCount: 9, averageRating: 9, ratingCount: 3, commentCount: 0, collectCount: 0, likeCount: 0 }
  const item = sampleItem({
    id: 'lco_1',
    type: 'course',
    properties: { objective: '写一盏灯' },
    educatorPlan: { description: '<p>四课时</p>' },
    materials: [{ type: 'link', name: '草图', url: 'https://example.com/a' }],
    statsMap: { lco_1: stats },
  })
  const { container } = show(detail({ item }))
  expect(hrefs()).toEqual([
    '#tab_overview',
    '#tab_educator',
    '#tab_materials',
    '#tab_detail',
    '#tab_author',
    '#tab_comment',
    '#tab_score',
  ])
  for (const href of hrefs()) expect(container.querySelector(href)).not.toBeNull()
})

test('the rating has a bar and a number for each number of stars, five first; without ratings there is none', async () => {
  const item = sampleItem({ id: 'lco_1', type: 'course', ratingSpread: [1, 0, 9, 30, 1260] })
  show(detail({ item }))
  const rows = within(await screen.findByRole('list', { name: '评分分布' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual(['5星1,260', '4星30', '3星9', '2星0', '1星1'])
  cleanup()
  show(detail({ item: { ...item, ratingSpread: [0, 0, 0, 0, 0], statsMap: {} } }))
  expect(screen.queryByRole('list', { name: '评分分布' })).toBeNull()
})

test('merchandise has neither a tab nor a section of its author [COM-053]', () => {
  const item = sampleItem({ id: 'lco_1', type: 'course', statsMap: {} })
  const { container } = show(detail({ item }))
  expect(container.querySelector('#tab_author')).not.toBeNull()
  cleanup()
  const sold = show(detail({ item: { ...item, tagIds: ['merchandise'] } })).container
  expect(sold.querySelector('#tab_author')).toBeNull()
  expect(sold.querySelector('[href="#tab_author"]')).toBeNull()
})

test('a tab with nothing behind it is left out, and its section and number with it', () => {
  const { container } = show(detail({ item: sampleItem({ id: 'lco_1', type: 'course', statsMap: {} }) }))
  expect(hrefs()).toEqual(['#tab_detail', '#tab_author', '#tab_comment'])
  expect(
    [...container.querySelectorAll('[id^="tab_"]')].map(({ id }) => `#${id}`).filter((id) => !/title/.test(id)),
  ).toEqual(hrefs())
})

test('the room of a live session that is about no project is on its page', () => {
  show(detail({ item: sampleItem({ type: 'liveSession', contentIds: [], sections: [], liveDetails: sampleLive() }) }))
  expect(screen.getByText('大纲')).toBeTruthy()
})

test('a step whose anchor is called like a tab is reached by it, and the tab leads to its own section', () => {
  const { container } = show(detail({ outline: <section id="overview">第一步</section> }))
  const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

function PageWithSticker() {
  const top = useRef<HTMLDivElement>(null)
  const common = {
    language: 'zh',
    comment: <a href="/messages/c/cn_1">24条讨论</a>,
    picture: { src: '/a.svg', width: 570, height: 320 },
    sharePicture: null,
  }
  return (
    <StickerHeader title="阴影" percent={46} below={top} record={<button type="button">继续</button>} {...common} />
  )
}

test('the sticker header has picture, progress bar, comment, share and record buttons [CAT-030] [CAT-065]', () => {
  const { container } = show(<PageWithSticker />)
  const inside = { hidden: true }
  expect(screen.getByRole('progressbar', { ...inside, name: '《阴影》学习进度' }).getAttribute('aria-valuenow')).toBe(
    '46',
  )
  expect(screen.getByRole('link', { ...inside, name: '24条讨论' })).toBeTruthy()
  expect(screen.getByRole('button', { ...inside, name: '分享' })).toBeTruthy()
  expect(screen.getByRole('button', { ...inside, name: '继续' })).toBeTruthy()
  expect(container.querySelector('img')).not.toBeNull()
})

test('the breadcrumb shows type and title of each level; the last is no link [CAT-031] [CAT-032]', () => {
  const tutorial = {
    type: 'tutorial' as const,
    id: 'ltu_1',
    slug: 'shadows',
    title: '实时阴影',
    language: 'zh',
    ...ofSite,
  }
  const project = { type: 'project' as const, id: 'lpr_1', slug: 'room', title: '一间屋子', language: 'zh', ...ofSite }
  show(<ItemBreadcrumb breadcrumb={[crumb, project, tutorial]} />)
  const levels = within(screen.getByRole('navigation')).getAllByRole('listitem')
  expect(levels.map((level) => level.textContent)).toEqual([
    '首页',
    '课程 把光写进引擎',
    '项目 一间屋子',
    '教程 实时阴影',
  ])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/',
    '/course/light',
    '/project/room?courseId=lco_1',
  ])
  expect(levels.at(-1)?.getAttribute('aria-current')).toBe('page')
})

test('whoever may not read gets the price and a free content to try, not the record button [CAT-039]', () => {
  const open = sampleCard({ id: 'ltu_2', slug: 'free-one', title: '第一盏灯' })
  const item = sampleItem({
    id: 'lco_1',
    type: 'course',
    withPay: true,
    priceFen: 19900,
    readable: false,
    contentIds: ['ltu_2'],
    contentMap: { ltu_2: open },
  })
  show(detail({ item }))
  expect(screen.getAllByText('¥199').length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: '开始 card' })).toBeNull()
  const [trial] = screen.getAllByRole('link', { name: '先试学免费内容' })
  expect(trial?.getAttribute('href')).toBe('/tutorial/free-one?courseId=lco_1')
})

test('packages offer downloads for mac and for windows [CAT-071]', async () => {
  const kit = { id: 'kit', name: '草原', externalRef: null, externalType: null, url: null, package: null }
  const files = { macUrl: 'https://example.com/mac.zip', windowsUrl: 'https://example.com/win.zip' }
  show(detail({ item: sampleItem({ packageIds: ['kit'], packageMap: { kit: { ...kit, ...files } } }) }))
  // the packages come later
  const mac = await screen.findByRole('link', { name: 'macOS 下载：草原' })
  expect(mac.getAttribute('href')).toBe(files.macUrl)
  expect(screen.getByRole('link', { name: 'Windows 下载：草原' }).getAttribute('href')).toBe(files.windowsUrl)
})

test('official authors stand under their name, others as the team [CAT-059] [CAT-060]', () => {
  const item = sampleItem()
  show(detail({ item }))
  expect(screen.getByRole('heading', { name: '周明澈' })).toBeTruthy()
  cleanup()
  const owner = item.userMap.u_owner
  show(detail({ item: { ...item, userMap: owner ? { u_owner: { ...owner, official: false } } : {} } }))
  expect(screen.queryByText('周明澈')).toBeNull()
  expect(screen.getByRole('heading', { name: '引擎课堂团队' })).toBeTruthy()
})

test('of the projects of a course the first two show a cover [CAT-064]', async () => {
  const projects = ['lpr_1', 'lpr_2', 'lpr_3'].map((id) =>
    sampleCard({ id, slug: id, type: 'project', title: id, thumbnail: { url: `/art/${id}.svg` } }),
  )
  const contentMap = Object.fromEntries(projects.map((project) => [project.id, project]))
  const item = sampleItem({ id: 'lco_1', type: 'course', contentIds: projects.map(({ id }) => id), contentMap })
  const { container } = show(detail({ item }))
  // the list of projects comes later
  await screen.findByRole('link', { name: 'lpr_1' })
  const covers = [...container.querySelectorAll('img')]
    .map((img) => img.getAttribute('src'))
    .filter((src) => src?.includes('lpr_'))
  expect(covers).toEqual(['/art/lpr_1.svg', '/art/lpr_2.svg'])
  for (const { title } of projects) expect(screen.getByRole('link', { name: title })).toBeTruthy()
})

test('what to learn first stands before the contents, with what is learned of it; nothing else is said of it', () => {
  const cards = { ltu_a: sampleCard({ id: 'ltu_a', title: '光' }), ltu_b: sampleCard({ id: 'ltu_b', title: '影' }) }
  const prerequisites = ['ltu_a', 'ltu_b', 'ltu_gone']
  const item = sampleItem({ id: 'lco_1', type: 'course', contentMap: cards, prerequisites })
  show(detail({ item: { ...item, learnedPrerequisites: ['ltu_b'] } }))
  const first = within(screen.getByRole('region', { name: '先学这些' }))
  expect(first.getByText(/没学完也可以直接开始/)).toBeTruthy()
  const rows = first.getAllByRole('listitem')
  expect(rows.map((row) => [within(row).getByRole('link').textContent, row.textContent?.includes('已学完')])).toEqual([
    ['光', false],
    ['影', true],
  ])
  cleanup()
  show(detail({ item: { ...item, learnedPrerequisites: ['ltu_a', 'ltu_b'] } }))
  expect(screen.getByText('作者建议先学的内容，你都学完了。')).toBeTruthy()
  cleanup()
  show(detail())
  expect(screen.queryByRole('region', { name: '先学这些' })).toBeNull()
})

test('a locked course says what opens it in the place of its button', () => {
  const waitsFor = [{ itemId: 'lqz_1', title: '灯的体检', language: 'zh', path: '/quiz/lqz_1', toPass: true }]
  show(detail({ item: sampleItem({ id: 'lco_1', type: 'course', readable: false, waitsFor }) }))
  expect(screen.getAllByText(/学完/).map(({ textContent }) => textContent)).toContain('学完灯的体检（需通过）后解锁')
  expect(screen.getAllByRole('link', { name: '灯的体检' })[0]?.getAttribute('href')).toBe('/quiz/lqz_1')
  expect(screen.queryByRole('button', { name: /开始/ })).toBeNull()
})

test('an item whose seller has left says so to those who cannot read it, and nothing of buying', () => {
  const item = sampleItem({
    id: 'lco_1',
    type: 'course',
    withPay: true,
    priceFen: null,
    saleEnded: true,
    readable: false,
  })
  show(detail({ item }))
  expect(screen.getAllByText('已停售')).not.toEqual([])
  expect(screen.getAllByText(/卖家已注销账号/)).not.toEqual([])
  expect(screen.queryByText('付费内容，购买后长期可学。')).toBeNull()
})
