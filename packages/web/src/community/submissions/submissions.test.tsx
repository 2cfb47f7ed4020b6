// @vitest-environment jsdom
import type { SubmissionCard } from '@lantern/contract/community/submissions.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { samplePerson } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { currentToasts } from '#ui/toast.ts'
// comes later
import './chosen-files.tsx'
import { GalleryPage } from './gallery-page.tsx'
import { HandInPage } from './hand-in-page.tsx'
import { MySubmissions } from './my-submissions.tsx'
import type { ReviewAnswer } from './review-act.ts'
import { SubmissionActs } from './submission-acts.tsx'
import { SubmissionPage } from './submission-page.tsx'
import { sampleSubmissionCard, sampleSubmissionPage } from './testing/sample-submission.ts'

beforeEach(async () => {
  localStorage.clear()
  await prepareBrowser()
})
afterEach(cleanup)

const item = { id: 'ltu_1', type: 'tutorial' as const, slug: 'shadows', title: '实时阴影', language: 'zh' }
const section = { id: 'se_1', title: '调校你的场景', anchor: 'step-2', submissionType: 'media' as const }

const card = sampleSubmissionCard()

type Gallery = Parameters<typeof GalleryPage>[0]

function openGallery(
  cards: SubmissionCard[],
  {
    counts = {},
    only = null,
    takesMore = true,
  }: { counts?: Partial<Gallery['list']['counts']>; only?: Gallery['only']; takesMore?: boolean } = {},
) {
  const list = {
    results: cards.map(({ id }) => id),
    submissionMap: Object.fromEntries(cards.map((one) => [one.id, one])),
    userMap: { u_ada: { id: 'u_ada', fullName: '贺一鸣', avatar: null, isMaker: false } },
    ...{ page: 0, pageSize: 24, total: cards.length, own: {}, peer: {} },
    counts: { all: cards.length, runs: 0, video: 0, image: 0, reviewed: 0, ...counts },
  }
  show(<GalleryPage item={item} list={list} order={null} only={only} takesMore={takesMore} />, { user: samplePerson() })
}

test('a card of the gallery leads to the content with submissionId [CMTY-005]', () => {
  openGallery([card, { ...card, id: 'lsu_2', title: '三千棵树', type: 'media' }])
  expect(screen.getByRole('link', { name: '黄昏的塔楼' }).getAttribute('href')).toBe(
    '/tutorial/shadows?submissionId=lsu_1',
  )
  expect(screen.getAllByText('可运行')).toHaveLength(1)
  const orders = screen.getByRole('navigation', { name: '排序' })
  expect([...orders.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/tutorial/shadows/submissions',
    ...['collects', 'views', 'titleasc', 'titledes'].map((ob) => `/tutorial/shadows/submissions?ob=${ob}`),
  ])
})

test('a gallery is narrowed to what tells its submissions apart, and the order goes along', () => {
  const film = { ...card, id: 'lsu_2', title: '三千棵树', type: 'media' as const, videos: 1, isReviewed: true }
  openGallery([card, film], { counts: { runs: 1, video: 1, image: 2, reviewed: 1 } })
  const labels = within(screen.getByRole('link', { name: '三千棵树' }).closest('li') ?? document.body)
  expect([labels.queryByText('视频'), labels.queryByText('教师已点评')]).not.toContain(null)
  const choices = () => within(screen.getByRole('navigation', { name: '显示哪些作品' })).getAllByRole('link')
  // both have a picture
  expect(choices().map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['全部', '/tutorial/shadows/submissions'],
    ['可运行', '/tutorial/shadows/submissions?only=runs'],
    ['视频', '/tutorial/shadows/submissions?only=video'],
    ['教师已点评', '/tutorial/shadows/submissions?only=reviewed'],
  ])
  cleanup()
  // an address that leads to nothing leads back
  openGallery([], { counts: { all: 2 }, only: 'video' })
  expect(choices().map((link) => link.getAttribute('aria-current'))).toEqual([null, 'page'])
  expect(screen.getByRole('link', { name: '收藏最多' }).getAttribute('href')).toBe(
    '/tutorial/shadows/submissions?ob=collects&only=video',
  )
  expect(screen.getByRole('link', { name: '清除筛选' }).getAttribute('href')).toBe('/tutorial/shadows/submissions')
})

test('an empty gallery offers to hand in, or leads back where nothing is taken', () => {
  openGallery([])
  expect(screen.getByRole('heading', { name: '还没有作品' })).toBeDefined()
  expect(screen.getByRole('link', { name: '交作品' }).getAttribute('href')).toBe('/tutorial/shadows/hand-in')
  cleanup()
  openGallery([], { takesMore: false })
  expect(screen.getByRole('link', { name: '回到学习内容' }).getAttribute('href')).toBe('/tutorial/shadows')
})

test('where one has handed in nothing yet, one is led to what can be learned; others are not', () => {
  const list = { results: [], submissionMap: {}, userMap: {}, itemMap: {}, page: 0, pageSize: 24, total: 0 }
  const open = (personId: string) =>
    show(<MySubmissions list={list} personId={personId} tab="submissions" />, {
      user: { ...samplePerson(), id: 'u_me' },
    })
  open('u_me')
  expect(screen.getByRole('link', { name: '去看教程' }).getAttribute('href')).toBe('/tutorials')
  cleanup()
  open('u_other')
  expect(screen.queryByRole('link', { name: '去看教程' })).toBeNull()
})

test('the one first act of the form is to hand in', async () => {
  show(<HandInPage item={item} section={section} own={null} />, { user: samplePerson() })
  await screen.findByRole('button', { name: '选择文件' })
  const first = screen.getAllByRole('button').filter(({ className }) => className.includes('primary'))
  expect(first.map(({ textContent }) => textContent)).toEqual(['交作品'])
})

test('only public and private can be chosen; what the server refuses stands at its field, and what was typed stays [CMTY-014]', async () => {
  const details = [{ field: 'attachmentIds', message: '至少要有一张图片或一段视频' }]
  const sent = fakeServer({
    '/api/learn/submission': () => Response.json({ code: 'bad_request', message: '', details }, { status: 400 }),
  })
  show(<HandInPage item={item} section={section} own={null} />, { user: samplePerson() })
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['public', 'private'])
  await userEvent.type(screen.getByRole('textbox', { name: '标题' }), '港口夜景')
  await userEvent.click(screen.getByRole('radio', { name: '只有我和教师' }))
  await userEvent.click(screen.getByRole('button', { name: '交作品' }))
  await screen.findByText('至少要有一张图片或一段视频')
  expect(sent.find(({ path }) => path === '/api/learn/submission')?.body).toEqual({
    ...{ itemId: 'ltu_1', sectionId: 'se_1', type: 'media', permission: 'private' },
    ...{ title: '港口夜景', description: '', availability: {}, attachmentIds: [] },
  })
  expect(screen.getByRole('textbox', { name: '标题' })).toHaveProperty('value', '港口夜景')
})

test('a form that was posted without script comes back with what was typed, its files and what is wrong', () => {
  const typed = {
    title: '',
    description: '太阳很低',
    permission: 'private' as const,
    files: [{ id: 'at_1', name: 'a.png' }],
    availability: { steam: 'tower' },
  }
  const answer = { id: null, problem: { text: null, fields: { title: '起一个标题' } }, typed }
  show(<HandInPage item={item} section={section} own={null} answer={answer} />, { user: samplePerson() })
  expect(screen.getByText('起一个标题')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: '你是怎么做的' })).toHaveProperty('value', '太阳很低')
  const form = screen.getByRole('textbox', { name: '标题' }).closest('form')
  expect(form?.getAttribute('method')).toBe('post')
  expect(Object.fromEntries(new FormData(form ?? undefined))).toMatchObject({
    ...{ itemId: 'ltu_1', sectionId: 'se_1', type: 'media' },
    ...{ title: '', description: '太阳很低', permission: 'private', 'availability.steam': 'tower' },
  })
})

test('a wrong address is said at its field, which unfolds; what was typed stays, on the device too [PLAT-053]', async () => {
  const details = [{ field: 'availability.steam', message: '请输入它在Steam上的页面网址' }]
  const sent = fakeServer({
    '/api/learn/submission': () => Response.json({ code: 'bad_request', message: '', details }, { status: 400 }),
  })
  const open = () => show(<HandInPage item={item} section={section} own={null} />, { user: samplePerson() })
  open()
  const folded = () => screen.getByText('在哪里能得到').closest('details')
  expect(folded()?.open).toBe(false)
  await userEvent.click(screen.getByText('在哪里能得到'))
  await userEvent.type(screen.getByRole('textbox', { name: 'Steam' }), 'tower')
  await userEvent.click(screen.getByRole('button', { name: '交作品' }))
  await screen.findByText('请输入它在Steam上的页面网址')
  expect(sent.find(({ path }) => path === '/api/learn/submission')?.body).toMatchObject({
    availability: { steam: 'tower' },
  })
  cleanup()
  open()
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Steam' })).toHaveProperty('value', 'tower'))
  expect(folded()?.open).toBe(true)
  await userEvent.clear(screen.getByRole('textbox', { name: 'Steam' }))
  expect(folded()?.open).toBe(true)
})

test('a submission leads to where it can be had, by links that lend it no name, and says what its Android build is [PLAT-056]', async () => {
  const availability = { website: 'https://example.com/', packageName: 'com.ada.tower', apkVersion: '1.2.0' }
  show(<SubmissionPage {...sampleSubmissionPage({ submission: { availability } })} />, { user: samplePerson() })
  const panel = within(await screen.findByRole('region', { name: '在哪里能得到' }))
  const link = panel.getByRole('link', { name: /^网站/ })
  expect(link.getAttribute('href')).toBe('https://example.com/')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
  expect(panel.getAllByRole('link')).toHaveLength(1)
  expect(panel.getByText('com.ada.tower 1.2.0')).toBeTruthy()
  cleanup()
  show(<SubmissionPage {...sampleSubmissionPage()} />, { user: samplePerson() })
  expect(screen.queryByRole('region', { name: '在哪里能得到' })).toBeNull()
})

test('what is typed is kept on the device over a reload', async () => {
  const open = () => show(<HandInPage item={item} section={section} own={null} />, { user: samplePerson() })
  open()
  await userEvent.type(screen.getByRole('textbox', { name: '标题' }), '港口夜景')
  await screen.findByText('草稿已保存在这台设备上')
  cleanup()
  open()
  await waitFor(() => expect(screen.getByRole('textbox', { name: '标题' })).toHaveProperty('value', '港口夜景'))
})

test('what is public is shared by the one dialog, with its own address; what is private is not', async () => {
  const open = (permission: 'public' | 'private') =>
    show(<SubmissionActs {...sampleSubmissionPage({ submission: { permission } })} />, { user: samplePerson() })
  open('public')
  await userEvent.click(screen.getByRole('button', { name: '分享黄昏的塔楼' }))
  const field = within(await screen.findByRole('dialog')).getByRole<HTMLInputElement>('textbox')
  expect(field.value).toMatch(/\/submission\/lsu_1$/)
  cleanup()
  open('private')
  expect(screen.queryByRole('button', { name: /^分享/ })).toBeNull()
})

test('its author is asked before a submission is deleted; a failure leaves the question open, then the gallery opens', async () => {
  let isAway = true
  const sent = fakeServer({
    '/api/learn/submission/delete': () =>
      isAway ? Response.json({ code: 'unavailable', message: '' }, { status: 503 }) : { success: true },
  })
  const person = samplePerson()
  const { address } = show(<SubmissionActs {...sampleSubmissionPage({ submission: { authorId: person.id } })} />, {
    user: person,
  })
  await userEvent.click(screen.getByRole('button', { name: '删除' }))
  const question = within(await screen.findByRole('alertdialog', { name: '删除这件作品？' }))
  await userEvent.click(question.getByRole('button', { name: '删除' }))
  await waitFor(() => expect(currentToasts()).toHaveLength(1))
  expect(address()).toBe('/')
  isAway = false
  await userEvent.click(question.getByRole('button', { name: '删除' }))
  await waitFor(() => expect(address()).toBe('/tutorial/shadows/submissions'))
  expect(sent.map(({ body }) => body)).toEqual([{ id: 'lsu_1' }, { id: 'lsu_1' }])
})

const review = {
  ...{ version: 1, isReviewed: true, content: '接缝很干净', html: '<p>接缝很干净</p>' },
  ...{ reviewer: { id: 'u_shen', fullName: '沈若川', avatar: null, isMaker: true } },
  reviewedTime: '2026-11-21T04:00:00.000Z',
}

test('its author reads the feedback of an educator, with the version that it is about', () => {
  const page = sampleSubmissionPage({ submission: { version: 2 }, version: 2, reviews: [review] })
  show(<SubmissionPage {...page} />, { user: samplePerson() })
  const panel = within(screen.getByRole('region', { name: '教师点评' }))
  expect(panel.getByText('接缝很干净')).toBeTruthy()
  expect(panel.getByText('沈若川')).toBeTruthy()
  expect(panel.getByText('已看')).toBeTruthy()
  expect(panel.getByText(/第1版/)).toBeTruthy()
  expect(screen.queryByRole('region', { name: '写点评' })).toBeNull()
})

test('an educator writes feedback on the version that is shown, and marks it or takes the mark back', async () => {
  const open = (answer?: ReviewAnswer) =>
    show(<SubmissionPage {...sampleSubmissionPage({ isEducator: true, reviews: [review] })} answer={answer} />, {
      user: samplePerson(),
    })
  open()
  const form = within(await screen.findByRole('region', { name: '写点评' }))
  const field = form.getByRole<HTMLTextAreaElement>('textbox', { name: '对第1版的点评' })
  expect(field.value).toBe('接缝很干净')
  expect(new FormData(field.closest('form') ?? undefined).get('version')).toBe('1')
  const buttons = form.getAllByRole<HTMLButtonElement>('button').map(({ textContent, value }) => [textContent, value])
  expect(buttons).toEqual([
    ['保存点评', 'true'],
    ['改回待看', 'false'],
  ])
  expect(form.getByRole('link', { name: '这课的全部作品' }).getAttribute('href')).toBe('/creator/submissions/ltu_1')
  cleanup()
  open({ done: false, problem: '太长了', content: '很长很长', problems: [], review: null })
  expect(await screen.findByText('太长了')).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '对第1版的点评' }).value).toBe('很长很长')
})
