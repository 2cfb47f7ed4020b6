import { itemPublished } from '@lantern/contract/catalog/events.ts'
import { publishPage, savePageDraft } from '@lantern/contract/cms/pages.ts'
import { bundleChanged } from '@lantern/contract/commerce/events.ts'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import { fewestOfLanguage } from '@lantern/contract/locales.ts'
import { pathChanged } from '@lantern/contract/paths/events.ts'
import { indexChanged } from '@lantern/contract/search/events.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { saveReferenceData } from '#catalog/index.ts'
import { installPage } from '#cms/index.ts'
import { inTransaction } from '#kit/sql.ts'
import { block, buildPage, pageContent } from '#testing/page-builder.ts'
import { buildBundle, paidTutorial } from '#testing/shop.ts'
import { type TestSite, testSite } from '#testing/site.ts'
import { content, get, pagesToShow, servePages, words } from './testing/guests-pages.ts'

// Pages made of what the API answers to the calls that their loaders make, kept for guests by two processes of one site.

// no page becomes old by itself, however slow this machine is
vi.useFakeTimers({ toFake: ['Date'] })
afterAll(() => {
  vi.useRealTimers()
})

const site = await testSite()
const other = await testSite({}, { beside: site })
const editor = await site.user({ groups: ['learn_editor'] })

/** The calls of the loaders, by the pages that make them. */
const loaders: [RegExp, (path: string, query: string) => ReturnType<typeof get>[]][] = [
  [/^\/(tutorial|course)\//, (path, query) => [get(`/api/learn${path}/extends?${query}`), get('/api/session')]],
  [/^\/tutorials$/, () => [get('/api/learn/catalog/list'), get('/api/learn/topics')]],
  [/^\/courses$/, () => [get('/api/learn/catalog/list?type=course&language=zh')]],
  [/^\/projects$/, () => [get('/api/learn/catalog/list?type=tutorial&language=en')]],
  [/^\/search$/, () => [get('/api/learn/search'), get('/api/learn/search/filters')]],
  [/^\/live-calendar$/, () => [get('/healthz')]],
  [/^\/$/, () => [content('cn-home-top'), content('cn-home-bottom'), get('/api/learn/cn/record/person')]],
  [/^\/campus\//, (path) => [content(path.slice('/campus/'.length), 'campus')]],
  [/^\/[\w-]+$/, (path) => [content(path.slice(1))]],
]

async function startProcess(of: TestSite) {
  const callsOf = (path: string, query: string) =>
    loaders.find(([pattern]) => pattern.test(path))?.[1](path, query) ?? []
  const { origin, renderings } = await servePages(of, callsOf)
  return { renderings, open: async (path: string) => (await fetch(origin + path)).text() }
}

const [first, second] = [await startProcess(site), await startProcess(other)]

const { ownerId, lesson, part, alone, course, summer } = await pagesToShow(site, editor)
await buildPage(editor, { slug: 'summer', namespace: 'campus', texts: { zh_CN: words('校园的夏') } })

const items = ['/tutorial/part', '/tutorial/alone', '/course/course', `/tutorial/alone?courseId=${course.id}`]
const managed = ['/', '/summer', '/winter', '/campus/summer']
const all = [...items, '/tutorials', '/search', '/live-calendar', ...managed]
/** Courses in Chinese, lessons in English, and what may be anything. */
const lists = ['/courses', '/projects', '/tutorials']

/** Every page is kept, and nothing is rendered when it is asked for again. */
beforeEach(async () => {
  await site.settle()
  await expect.poll(() => first.open('/campus/summer')).not.toBe('not kept')
  await openAll(first)
  expect(await renderedBy(first)).toEqual([])
})

async function openAll({ open }: typeof first): Promise<void> {
  for (const path of all) await open(path)
}

async function renderedBy(of: typeof first): Promise<string[]> {
  const before = of.renderings.length
  await openAll(of)
  return of.renderings.slice(before).sort()
}

test('a changed item makes its page anew, those that show it and those that list the catalogue', async () => {
  await lesson('part', { title: '新的一课' })
  // all items but the one that has nothing to do with it
  const shown = all.filter((path) => !managed.includes(path) && path !== '/tutorial/alone')
  expect(await renderedBy(first)).toEqual(shown.sort())
  expect(await first.open('/course/course')).toContain('新的一课')
})

test('a page of editors that links to an item is made anew when it is taken back, and when it is there again', async () => {
  const actions = [{ type: 'button', label: '去学', url: '/tutorial/alone' }]
  await buildPage(editor, {
    slug: 'linking',
    texts: { zh_CN: pageContent('链接', [block('b1', 'jumbotron', { title: '开始', actions })]) },
  })
  const isLinked = async () => (await first.open('/linking')).includes('/tutorial/alone')
  await expect.poll(isLinked).toBe(true)
  await lesson('alone', { status: 'draft' })
  expect(await isLinked()).toBe(false)
  await lesson('alone')
  expect(await isLinked()).toBe(true)
})

test('a page of editors that links to a bundle or a learning path is made anew when that is taken back', async () => {
  const seller = await site.user({ groups: ['learn_creator'] })
  const bundle = await buildBundle(site, seller, { itemIds: [(await paidTutorial(site, seller)).id], priceFen: 900 })
  const now = site.clock.now()
  const about = {
    slug: 'engine',
    title: '引擎',
    language: 'zh',
    stages: '[]',
    gives_certificate: false,
    published: true,
  }
  await site.db
    .insertInto('paths')
    .values({ id: 'lp_engine', ...about, created_at: now, updated_at: now })
    .execute()
  const [toBundle, toPath] = [`/bundle/${bundle.slug}`, '/learning-path/engine']
  const actions = [toBundle, toPath].map((url) => ({ type: 'button', label: '去', url }))
  await buildPage(editor, {
    slug: 'offering',
    texts: { zh_CN: pageContent('链接', [block('b1', 'jumbotron', { title: '开始', actions })]) },
  })
  const linked = async () => {
    const page = await first.open('/offering')
    return [toBundle, toPath].map((url) => page.includes(url))
  }
  await expect.poll(linked).toEqual([true, true])
  await site.db.updateTable('bundles').set({ status: 'unPublished' }).where('id', '=', bundle.id).execute()
  await inTransaction(site.db, (trx) => site.services.events.emit(trx, bundleChanged, { bundleId: bundle.id }))
  await site.settle()
  expect(await linked()).toEqual([false, true])
  await site.db.updateTable('paths').set({ published: false }).where('id', '=', 'lp_engine').execute()
  await inTransaction(site.db, (trx) => site.services.events.emit(trx, pathChanged, { pathId: 'lp_engine' }))
  await site.settle()
  expect(await linked()).toEqual([false, false])
})

test('an item is published: of the lists, those of its language and type are made anew, as is one that may hold anything, and the others are left alone', async () => {
  // with fewer the language would come into lists or go
  for (let n = 0; n < fewestOfLanguage; n++) await lesson(`in English ${n}`, { language: 'en' })
  for (const path of lists) await first.open(path)
  const before = first.renderings.length
  await lesson('alone', { title: '第一课' })
  for (const path of lists) await first.open(path)
  expect(first.renderings.slice(before)).toEqual(['/tutorials'])
  expect(await first.open('/tutorials')).toContain('第一课')
  // when it changes its language, it leaves one list and comes into another
  await lesson('alone', { title: 'First', language: 'en' })
  for (const path of lists) await first.open(path)
  expect(first.renderings.slice(before + 1).sort()).toEqual(['/projects', '/tutorials'])
  await lesson('alone')
})

test('what the search finds later makes the pages of the search anew and no others', async () => {
  await site.services.events.emit(site.db, indexChanged, { items: 1 })
  expect(await renderedBy(first)).toEqual(['/live-calendar', '/search'])
})

test('an item that becomes a part or a translation makes anew what did not show it before', async () => {
  const hidden = await lesson('hidden part', { status: 'draft' })
  await lesson('course', { type: 'course', contents: [{ id: part.id }, { id: hidden.id }] })
  await renderedBy(first)
  expect(await first.open('/course/course')).not.toContain('hidden part')
  await lesson('hidden part')
  const shown = await renderedBy(first)
  expect(shown).toContain('/course/course')
  expect(shown).not.toContain('/tutorial/part')
  expect(shown).not.toContain('/tutorial/alone')
  expect(await first.open('/course/course')).toContain('hidden part')

  await lesson('alone in English', { language: 'en', translationGroup: 'alone' })
  const rendered = await renderedBy(first)
  expect(rendered).toContain('/tutorial/alone')
  expect(rendered).not.toContain('/course/course')
  expect(await first.open('/tutorial/alone')).toContain('alone in English')
})

test('the course in which a lesson is opened makes that page anew, and not the page of the lesson alone', async () => {
  await lesson('course', { type: 'course', contents: [{ id: alone.id }] })
  const rendered = await renderedBy(first)
  expect(rendered).toContain(`/tutorial/alone?courseId=${course.id}`)
  expect(rendered).not.toContain('/tutorial/part')
})

test('a lesson that is taken back makes anew what showed it', async () => {
  await lesson('course', { type: 'course', contents: [{ id: part.id }] })
  await renderedBy(first)
  await lesson('part', { hidden: true })
  expect(await renderedBy(first)).toContain('/course/course')
  expect(await first.open('/course/course')).not.toContain('part')
  await lesson('part')
  expect(await first.open('/course/course')).toContain('part')
})

test('of an item that nobody says what it is near to, every page of an item is made anew', async () => {
  await site.services.events.emit(site.db, itemPublished, { itemId: part.id })
  expect(await renderedBy(first)).toEqual([...items, '/tutorials', '/search', '/live-calendar'].sort())
})

test('a name of the catalogue makes anew what shows items, and no page of editors', async () => {
  await saveReferenceData(site.services, { tags: [{ id: 'light', type: 'topic', names: { zh: '光' } }] })
  expect(await renderedBy(first)).toEqual([...items, '/tutorials', '/search', '/live-calendar'].sort())
})

test('a page of editors that is published anew makes anew that page alone, in every process', async () => {
  await openAll(second)
  const params = { id: summer, locale: 'zh_CN' } as const
  const saved = await editor.call(savePageDraft, {
    params,
    body: { baseVersion: 2, content: words('盛夏'), kind: 'save' },
  })
  await editor.call(publishPage, { params, body: { version: saved.result.version } })
  expect(await renderedBy(first)).toEqual(['/live-calendar', '/summer'])
  await other.services.events.caughtUp()
  expect(await second.open('/summer')).toContain('盛夏')
  expect(await renderedBy(second)).toEqual(['/live-calendar'])
})

test('a segment that there was none of makes the home page anew when it comes', async () => {
  const texts = [{ locale: 'zh_CN' as const, content: words('首页之上') }]
  const segment = { sourceKey: 'segment', namespace: 'learn' as const, slug: 'cn-home-top', name: '首页', isOwn: true }
  expect(await installPage(site.services, { ...segment, texts })).toMatchObject({ written: 1 })
  expect(await renderedBy(first)).toEqual(['/', '/live-calendar'])
  expect(await first.open('/')).toContain('首页之上')
})

test('a name of a person makes anew what names them', async () => {
  await sql`update users set full_name = '另一个名字' where id = ${ownerId}`.execute(site.db)
  await site.services.events.emit(site.db, accountChanged, { userId: ownerId })
  expect(await first.open('/tutorial/alone')).toContain('另一个名字')
  await renderedBy(first)
  await site.services.events.emit(site.db, accountChanged, { userId: editor.id })
  expect(await renderedBy(first)).toEqual(['/live-calendar'])
})

test('a process that lost its connection meanwhile makes everything anew', async () => {
  await openAll(second)
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'lantern-channels'`.execute(site.db)
  expect(rows).toHaveLength(2)
  for (const process of [first, second]) {
    const before = process.renderings.length
    const rendered = async () => {
      await openAll(process)
      return process.renderings.slice(before).sort()
    }
    await expect.poll(rendered).toEqual([...all].sort())
  }
})

test('twenty processes each make anew what shows a changed item, and keep every other page', async () => {
  const others = await Promise.all(Array.from({ length: 18 }, () => testSite({}, { beside: site })))
  const sites = [site, other, ...others]
  const processes = [first, second, ...(await Promise.all(others.map(startProcess)))]
  // the page of the calendar is of an answer that names nothing, and is made anew after any change
  const paths = all.filter((path) => path !== '/live-calendar')
  const renderedByEach = async () => {
    const before = processes.map(({ renderings }) => renderings.length)
    for (const { open } of processes) for (const path of paths) await open(path)
    return processes.map(({ renderings }, at) => renderings.slice(before[at]).sort())
  }
  await renderedByEach()
  expect(new Set((await renderedByEach()).flat())).toEqual(new Set())

  await lesson('part', { title: '二十处都新' })
  await Promise.all(sites.map(({ services }) => services.events.caughtUp()))
  const shown = paths.filter((path) => !managed.includes(path) && path !== '/tutorial/alone').sort()
  expect(await renderedByEach()).toEqual(processes.map(() => shown))
  for (const { open } of processes) expect(await open('/course/course')).toContain('二十处都新')
})
