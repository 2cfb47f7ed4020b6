import type { CmsPackage } from '@lantern/contract/cms/blocks.ts'
import {
  cancelPageSchedule,
  checkPage,
  getPageDraft,
  linkToPreview,
  listPages,
  publishPage,
  revokePreviewLinks,
  savePageDraft,
  schedulePage,
  unpublishPage,
} from '@lantern/contract/cms/pages.ts'
import { type CmsContent, contentQuery } from '@lantern/contract/cms/wire.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import { expect, test } from 'vitest'
import { momentOf } from '#kit/documents/schedules.ts'
import { runSql } from '#kit/sql.ts'
import { storeImage } from '#media/index.ts'
import { buildTutorial } from '#testing/builders.ts'
import { block, buildPage, pageContent } from '#testing/page-builder.ts'
import { type Person, type TestSite, testSite } from '#testing/site.ts'
import { runSchedules } from './schedules.ts'

const site = await testSite({ PUBLIC_URL: 'https://lantern.example' })
const editor = await site.user({ groups: ['learn_editor'] })
const locale = 'zh_CN'
const heading = (words: string) => block('b1', 'heading', { value: words })
let pages = 0

async function draft(blocks = [heading('旧')]) {
  const slug = `p${++pages}`
  const id = await buildPage(editor, { slug, texts: { [locale]: pageContent('题', blocks) }, publish: false })
  return { id, slug, params: { id, locale } as const }
}

async function seen(
  slug: string,
  { who = site, headers = {}, preview = false }: { who?: Person | TestSite; headers?: object; preview?: boolean } = {},
): Promise<{ content: CmsContent | null; code?: string; cache: unknown }> {
  const answer = await who.inject({
    method: 'POST',
    url: '/api/as/graphql',
    headers: { ...headers },
    payload: { query: contentQuery(8), variables: { slug, locale, preview } },
  })
  const { data, errors } = answer.json()
  return {
    content: data?.CmsContent ?? null,
    code: errors?.[0]?.extensions?.code,
    cache: answer.headers['cache-control'],
  }
}

test('visitors see what was published and nothing of the draft', async () => {
  const { slug, params } = await draft()
  expect((await seen(slug)).content).toBeNull()
  const { result } = await editor.call(publishPage, { params, body: { version: 2 } })
  expect(result).toMatchObject({ version: 2, publishedVersion: 2, page: { locales: [{ publishedVersion: 2 }] } })
  await editor.call(savePageDraft, {
    params,
    body: { baseVersion: 2, content: pageContent('秘密', [heading('秘密')]), kind: 'save' },
  })
  expect(JSON.stringify((await seen(slug)).content)).not.toContain('秘密')
  expect((await editor.call(publishPage, { params, body: { version: 2 } })).status).toBe(200)
  await editor.call(unpublishPage, { params })
  await editor.call(unpublishPage, { params })
  expect((await seen(slug)).content).toBeNull()
  expect((await editor.call(getPageDraft, { params })).result).toMatchObject({ version: 3, publishedVersion: null })
})

test('a page with errors is not published, and each is named by its block and field', async () => {
  const { slug, params } = await draft([
    block('h', 'heading', { value: '' }),
    block('f', 'iframe', { title: 'x', src: 'https://lantern.example/p1' }),
    block('m', 'media', { type: 'youtube', source: 'short' }),
  ])
  const { status, result } = await editor.call(publishPage, { params, body: { version: 2 } })
  expect([status, result.code]).toEqual([422, 'page_has_errors'])
  expect(result.details?.map(({ field }) => field)).toEqual(['h.value', 'f.src', 'm.source'])
  expect(result.details?.[1]?.message).toContain('https://lantern.example/p1')
  expect((await seen(slug)).content).toBeNull()
  expect((await editor.call(publishPage, { params, body: { version: 7 } })).status).toBe(404)
})

test('a product, a filter or an order with something wrong in it keeps a page back and is named', async () => {
  const { params } = await draft()
  const product = { id: 'p', name: ' ', url: 'javascript:x', mainImage: 'data:x' } as CmsPackage
  await editor.call(savePageDraft, {
    params,
    body: {
      baseVersion: 2,
      content: {
        ...pageContent('题', [heading('x')]),
        packages: [product],
        filters: [{ key: '', packages: ['p'] }],
        sortings: [{ key: ' ', sorting: 'recency' }],
      },
      kind: 'save',
    },
  })
  const { status, result } = await editor.call(publishPage, { params, body: { version: 3 } })
  expect([status, result.code]).toEqual([422, 'page_has_errors'])
  expect(result.details?.map(({ field }) => field)).toEqual([
    'packages.0.mainImage',
    'packages.0.url',
    'packages.0.name',
    'filters.0.key',
    'sortings.0.key',
  ])
})

test('a revision that an automatic save went on with since is not published under its old number', async () => {
  const { params } = await draft()
  const save = (baseVersion: number, words: string) =>
    editor.call(savePageDraft, {
      params,
      body: { baseVersion, content: pageContent(words, [heading(words)]), kind: 'autosave', origin: 'tab' },
    })
  await save(2, '一')
  await save(3, '一二')
  expect((await editor.call(publishPage, { params, body: { version: 3 } })).result.code).toBe('draft_conflict')
  await editor.call(publishPage, { params, body: { version: 4 } })
  // what visitors see is a revision of its own from now on
  await save(4, '一二三')
  expect((await editor.call(getPageDraft, { params })).result).toMatchObject({ version: 5, publishedVersion: 4 })
})

test('scripts in every field never reach a visitor', async () => {
  const evil = '<img src=x onerror=alert(1)><script>alert(2)</script><p>好</p>'
  const { slug, params } = await draft([
    block('d', 'description', { type: 'rich', value: evil }),
    block('f', 'faq', { items: [{ title: evil, text: evil }] }),
    block('doc', 'description', {
      type: 'rich',
      value: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: evil }] }] },
    }),
    block('c', 'callout', { title: 'x', actions: [{ label: 'x', url: '/faq' }] }),
  ])
  expect((await editor.call(publishPage, { params, body: { version: 2 } })).status).toBe(200)
  const { content } = await seen(slug)
  const [rich, faq, doc] = content?.contentDetails ?? []
  expect(rich?.value).toBe('<p>好</p>')
  expect(faq?.listValue[0]?.properties.find(({ key }) => key === 'text')?.value).toBe('<p>好</p>')
  expect(doc?.value).toMatch(/^<p>&#x3C;img/)
  const links = ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'java\nscript:x']
  for (const url of links) {
    const bad = await draft([block('c', 'callout', { title: 'x', actions: [{ label: 'x', url }] })])
    expect((await editor.call(publishPage, { params: bad.params, body: { version: 2 } })).result.code).toBe(
      'page_has_errors',
    )
  }
})

test('own pictures are published with their measures, so that nothing shifts', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"><rect width="9" height="9"/></svg>',
  )
  const { id } = await storeImage(site.services, svg)
  const image = { value: `/media/images/${id}/orig.svg`, alt: '图', width: 1, height: 1 }
  const { slug, params } = await draft([block('m', 'media', { type: 'image', cover: image })])
  await editor.call(publishPage, { params, body: { version: 2 } })
  const properties = (await seen(slug)).content?.contentDetails[0]?.properties ?? []
  expect(properties).toEqual(
    expect.arrayContaining([
      { key: 'cover.width', value: '320' },
      { key: 'cover.height', value: '180' },
    ]),
  )
})

test('a preview is for those who may edit, and says nothing to others', async () => {
  const { slug } = await draft()
  expect(await seen(slug, { preview: true })).toMatchObject({ content: null, code: 'login_required' })
  expect(await seen('no-such', { preview: true })).toMatchObject({ content: null, code: 'login_required' })
  const learner = await site.learner()
  expect(await seen(slug, { preview: true, who: learner })).toMatchObject({ content: null, code: 'forbidden' })
  const korean = await site.user({ groups: ['learn_editor_ko'] })
  expect(await seen(slug, { preview: true, who: korean })).toMatchObject({ content: null, code: 'forbidden' })
  const shown = await seen(slug, { preview: true, who: editor })
  expect(shown.content).toMatchObject({ status: 'draft', contentDetails: [{ value: '旧' }] })
  expect(shown.cache).toBe('private, no-store')
})

test('a preview link opens one draft to whoever has it, until it is over or taken back', async () => {
  const { slug, params } = await draft()
  const other = await draft()
  const { url, expiresAt } = (await editor.call(linkToPreview, { params, body: { hours: 2 } })).result
  const address = new URL(url)
  expect(`${address.origin}${address.pathname}`).toBe(`https://lantern.example/${slug}`)
  const token = address.searchParams.get(wireNames.previewToken) ?? ''
  expect(token.length).toBeGreaterThanOrEqual(43)
  expect(new Date(expiresAt).getTime() - site.clock.now().getTime()).toBe(7_200_000)
  const stored = await site.db.selectFrom('cms_previews').select('token_hash').executeTakeFirstOrThrow()
  expect(stored.token_hash.toString('utf8')).not.toContain(token)
  const withToken = (slugOf: string, given = token) =>
    seen(slugOf, { preview: true, headers: { [wireNames.previewTokenHeader]: given } })
  expect((await withToken(slug)).content).toMatchObject({ status: 'draft' })
  expect((await withToken(other.slug)).code).toBe('login_required')
  expect((await withToken(slug, `${token.slice(0, -1)}x`)).code).toBe('login_required')
  // without asking for a preview the token opens nothing
  expect((await seen(slug, { headers: { [wireNames.previewTokenHeader]: token } })).content).toBeNull()
  site.clock.advance({ hours: 2 })
  expect((await withToken(slug)).code).toBe('login_required')
  const second = new URL((await editor.call(linkToPreview, { params, body: { hours: 2 } })).result.url)
  const secondToken = second.searchParams.get(wireNames.previewToken) ?? ''
  expect((await editor.call(revokePreviewLinks, { params })).result).toEqual({ revoked: 2 })
  expect((await withToken(slug, secondToken)).code).toBe('login_required')
})

test('the time of a zone is a moment: also where summer time leaves an hour out or has it twice', () => {
  const moment = (at: string, zone: string) => momentOf(at, zone).toISOString()
  expect(moment('2026-12-24T18:00', 'Asia/Shanghai')).toBe('2026-12-24T10:00:00.000Z')
  expect(moment('2026-07-01T09:00', 'Europe/Berlin')).toBe('2026-07-01T07:00:00.000Z')
  // from 2:00 to 3:00 the clock skips: half past two is half past three
  expect(moment('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  // from 3:00 back to 2:00: the first of the two
  expect(moment('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  expect(() => moment('2026-02-30T09:00', 'Asia/Shanghai')).toThrow('bad_request')
  expect(() => moment('2026-02-03T09:00', 'Moon/Sea')).toThrow('bad_request')
  // a whole time is no name of a zone: no clock could show it
  expect(() => moment('2026-02-03T09:00', '2020-01-01T00:00Z')).toThrow('bad_request')
  expect(() => moment('2026-02-03T09:00', '2020-01-01T00:00+01:00[Europe/Berlin]')).toThrow('bad_request')
  expect(() => moment('9999-12-31T23:59', 'America/Los_Angeles')).toThrow('bad_request')
})

test('a page is published at its time and taken back at its time, by one of several workers', async () => {
  site.clock.set('2026-03-04T00:00:00Z')
  const { slug, params } = await draft()
  const plan = (action: 'publish' | 'unpublish', at: string) =>
    editor.call(schedulePage, { params, body: { action, at, timeZone: 'Asia/Shanghai' } })
  await plan('publish', '2026-03-04T10:00')
  const { schedule } = (await plan('publish', '2026-03-04T10:00')).result
  expect(schedule).toMatchObject([
    { action: 'publish', version: 2, at: '2026-03-04T02:00:00.000Z', timeZone: 'Asia/Shanghai', failure: null },
  ])
  await plan('unpublish', '2026-03-04T12:00')
  // later edits are not part of the scheduled revision
  await editor.call(savePageDraft, {
    params,
    body: { baseVersion: 2, content: pageContent('晚', [heading('晚')]), kind: 'autosave' },
  })
  site.clock.set('2026-03-04T01:59:00Z')
  await runSchedules(site.services)
  expect((await seen(slug)).content).toBeNull()
  site.clock.set('2026-03-04T02:00:00Z')
  const before = site.services
  await Promise.all([runSchedules(before), runSchedules(before), runSchedules(before)])
  expect((await seen(slug)).content?.contentDetails[0]?.value).toBe('旧')
  site.clock.set('2026-03-04T04:00:30Z')
  await runSchedules(site.services)
  expect((await seen(slug)).content).toBeNull()
  expect((await editor.call(getPageDraft, { params })).result.page.locales[0]?.schedule).toEqual([])
})

test('times that nobody was there for are made up for, in their order', async () => {
  site.clock.set('2026-03-06T00:00:00Z')
  const { slug, params } = await draft()
  for (const [action, at] of [
    ['publish', '2026-03-06T01:00'],
    ['unpublish', '2026-03-06T02:00'],
    ['publish', '2026-03-06T03:00'],
  ] as const) {
    await editor.call(schedulePage, {
      params,
      body: { action, at, timeZone: 'UTC', ...(action === 'publish' && { version: 2 }) },
    })
  }
  site.clock.set('2026-03-08T00:00:00Z')
  await runSchedules(site.services)
  expect((await seen(slug)).content).not.toBeNull()
})

test('what cannot be done at its time is left with the reason until somebody has seen it', async () => {
  site.clock.set('2026-03-10T00:00:00Z')
  const { id, slug, params } = await draft()
  await editor.call(schedulePage, { params, body: { action: 'publish', at: '2026-03-10T01:00', timeZone: 'UTC' } })
  // an older version of the site took what this one does not
  await site.db
    .updateTable('cms_revisions')
    .set({ content: JSON.stringify(pageContent('', [])) })
    .where('page_id', '=', id)
    .execute()
  site.clock.set('2026-03-10T01:00:00Z')
  await runSchedules(site.services)
  const planned = async () =>
    (await editor.call(listPages, { query: { q: slug } })).result.results[0]?.locales[0]?.schedule ?? []
  const [failed] = await planned()
  expect(failed).toMatchObject({ action: 'publish', failure: 'page_has_errors' })
  await editor.call(cancelPageSchedule, { params, body: { scheduleId: failed?.id ?? '' } })
  expect(await planned()).toEqual([])
  expect((await seen(slug)).content).toBeNull()
})

test('what another transaction was in the way of stays due, and is done when the way is free', async () => {
  site.clock.set('2026-03-12T00:00:00Z')
  const { slug, params } = await draft()
  await editor.call(schedulePage, { params, body: { action: 'publish', at: '2026-03-12T01:00', timeZone: 'UTC' } })
  await runSql(
    site.db,
    `create function in_the_way() returns trigger language plpgsql as
      $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`,
  )
  await runSql(site.db, 'create trigger in_the_way before insert on cms_contents execute function in_the_way()')
  site.clock.set('2026-03-12T01:00:00Z')
  await expect(runSchedules(site.services)).rejects.toThrow('deadlock detected')
  await runSql(site.db, 'drop trigger in_the_way on cms_contents')
  await runSchedules(site.services)
  expect((await seen(slug)).content?.contentDetails[0]?.value).toBe('旧')
})

test('a time that is over, a zone that is none and a page with errors are not planned; a plan can be called off', async () => {
  site.clock.set('2026-03-14T00:00:00Z')
  const { slug, params } = await draft()
  const plan = (body: object) =>
    editor.call(schedulePage, { params, body: { action: 'publish', at: '2026-03-15T10:00', timeZone: 'UTC', ...body } })
  for (const [body, field] of [
    [{ at: '2026-03-13T23:59' }, 'at'],
    [{ at: '2026-13-01T10:00' }, 'at'],
    [{ at: 'tomorrow' }, 'at'],
    [{ timeZone: 'Nowhere' }, 'timeZone'],
  ] as const) {
    const { status, result } = await plan(body)
    expect([status, result.details?.[0]?.field]).toEqual([400, field])
  }
  const { schedule } = (await plan({})).result
  expect(
    (await editor.call(cancelPageSchedule, { params, body: { scheduleId: schedule[0]?.id ?? '' } })).result,
  ).toEqual({
    schedule: [],
  })
  site.clock.set('2026-03-16T00:00:00Z')
  await runSchedules(site.services)
  expect((await seen(slug)).content).toBeNull()
  const broken = await draft([block('h', 'heading', {})])
  const refused = await editor.call(schedulePage, {
    params: broken.params,
    body: { action: 'publish', at: '2026-03-18T10:00', timeZone: 'UTC' },
  })
  expect(refused.result.code).toBe('page_has_errors')
})

test('a check names dead links, pale text, silent pictures, past countdowns and blocks that show nothing', async () => {
  site.clock.set('2026-03-20T00:00:00Z')
  const item = await buildTutorial(site.db)
  const elsewhere = await buildPage(editor, {
    slug: 'elsewhere',
    texts: { [locale]: pageContent('x', [heading('x')]) },
  })
  expect(elsewhere).toMatch(/^pg_/)
  await site.db
    .insertInto('outside_links')
    .values({
      url: 'https://gone.example/',
      state: 'broken',
      reason: 'not_found',
      status: 404,
      checked_at: site.clock.now(),
    })
    .execute()
  const { params } = await draft([
    block('anchor', 'heading', { value: '一', id: 'part one' }),
    block('navs', 'navs', {
      items: [
        { title: '好', url: '/elsewhere' },
        { title: '好', url: `/tutorial/${item.id}` },
        { title: '好', url: '#part-one' },
        { title: '好', url: '/search?q=x' },
        { title: '坏', url: '/not-there' },
        { title: '坏', url: '/tutorial/none' },
        { title: '坏', url: '#two' },
        { title: '坏', url: 'https://gone.example/' },
        { title: '坏', url: 'https://lantern.example/not-there' },
        { title: '不知道', url: 'https://fine.example/' },
      ],
    }),
    block('rich', 'description', { type: 'rich', value: '<p><a href="/nowhere-at-all">x</a></p>' }),
    block('grey', 'container', { background: { color: '#888888' } }, [
      block('pale', 'heading', { value: 'x', color: '#777777' }),
      block('clear', 'heading', { value: 'x', color: '#101010' }),
    ]),
    block('silent', 'media', { type: 'image', cover: { value: 'https://a.example/x.png', alt: '' } }),
    block('late', 'deals', { title: 'x', countdown: { endTime: '2026-03-19T00:00:00Z' } }),
    block('cards', 'promo-cards', { name: 'x', ids: ['ltu_none'] }),
    block('full', 'promo-cards', { name: 'x', ids: ['ltu_none', item.id] }),
    block('sold', 'bundle-cards', { name: 'x', ids: ['bu_none'] }),
    block('empty', 'container', {}),
  ])
  const { faults } = (await editor.call(checkPage, { params })).result
  expect(faults.map(({ kind, blockId, field, value }) => [kind, blockId, field, value])).toEqual([
    ['missing_alt', 'silent', 'cover', ''],
    ['past_countdown', 'late', 'countdown.endTime', '2026-03-19T00:00:00.000Z'],
    ['low_contrast', 'pale', 'color', '1.5:1'],
    ['nothing_shown', 'empty', '', ''],
    ['dead_link', 'navs', 'items.4.url', '/not-there'],
    ['dead_link', 'navs', 'items.5.url', '/tutorial/none'],
    ['dead_link', 'navs', 'items.6.url', '#two'],
    ['dead_link', 'navs', 'items.7.url', 'https://gone.example/'],
    ['dead_link', 'navs', 'items.8.url', 'https://lantern.example/not-there'],
    ['dead_link', 'rich', 'value', '/nowhere-at-all'],
    ['nothing_shown', 'cards', 'ids', ''],
    ['nothing_shown', 'sold', 'ids', ''],
  ])
  // warnings do not keep it from being published
  expect((await editor.call(publishPage, { params, body: { version: 2 } })).status).toBe(200)
})
