import type { CmsPackage } from '@lantern/contract/cms/blocks.ts'
import {
  checkPage,
  getPageDraft,
  linkToPreview,
  publishPage,
  revokePreviewLinks,
  savePageDraft,
  unpublishPage,
} from '@lantern/contract/cms/pages.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import { expect, test } from 'vitest'
import { storeImage } from '#media/index.ts'
import { buildTutorial } from '#testing/builders.ts'
import {
  block,
  buildPage,
  heading,
  draftLocale as locale,
  pageContent,
  pageDrafts,
  pageReader,
} from '#testing/page-builder.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite({ PUBLIC_URL: 'https://lantern.example' })
const editor = await site.user({ groups: ['learn_editor'] })
const draft = pageDrafts(editor)
const seen = pageReader(site)

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
    block('r', 'form-frame', { src: '/tutorials' }),
  ])
  const { status, result } = await editor.call(publishPage, { params, body: { version: 2 } })
  expect([status, result.code]).toEqual([422, 'page_has_errors'])
  expect(result.details?.map(({ field }) => field)).toEqual(['h.value', 'r.src', 'f.src', 'm.source'])
  expect(result.details?.[1]?.message).toContain('/tutorials')
  expect(result.details?.[2]?.message).toContain('https://lantern.example/p1')
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
