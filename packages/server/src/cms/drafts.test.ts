import { actionFields } from '@lantern/contract/cms/block-kinds.ts'
import { pageLimits } from '@lantern/contract/cms/blocks.ts'
import { emptyContent, readContent } from '@lantern/contract/cms/page-content.ts'
import {
  createPage,
  deletePage,
  getPageDraft,
  getPageRevision,
  listPageRevisions,
  listPages,
  preparePage,
  publishPage,
  renamePage,
  restorePageRevision,
  savePageDraft,
  startPageLocale,
  undeletePage,
} from '@lantern/contract/cms/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { block, buildPage, pageContent } from '#testing/page-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const editor = await site.user({ groups: ['learn_editor'], name: 'Ada' })
const admin = await site.user({ groups: ['learn_admin'], name: 'Bob' })

const locale = 'zh_CN'
const heading = (words: string) => block('b1', 'heading', { value: words })
let pages = 0

async function newPage(texts = '旧') {
  const id = await buildPage(editor, {
    slug: `page-${++pages}`,
    texts: { [locale]: pageContent(texts, [heading(texts)]) },
    publish: false,
  })
  return { id, params: { id, locale } as const }
}

async function save(
  who: Person,
  id: string,
  baseVersion: number,
  words: string,
  kind: 'autosave' | 'save' = 'save',
  origin?: string,
) {
  const content = pageContent(words, [heading(words)])
  return who.call(savePageDraft, {
    params: { id, locale },
    body: { baseVersion, content, kind, ...(origin && { origin }) },
  })
}

test('a new page is a draft in one language, which the list shows with who saved it', async () => {
  const body = { namespace: 'campus', slug: 'welcome', name: '欢迎', locale } as const
  const { id } = (await editor.call(createPage, { body })).result
  const { results, total } = (await editor.call(listPages, { query: { namespace: 'campus' } })).result
  expect(total).toBe(1)
  expect(results[0]).toMatchObject({
    id,
    namespace: 'campus',
    slug: 'welcome',
    name: '欢迎',
    isOwn: false,
    locales: [
      { locale, version: 1, publishedVersion: null, savedBy: { id: editor.id, fullName: 'Ada' }, schedule: [] },
    ],
  })
  const { content } = (await editor.call(getPageDraft, { params: { id, locale } })).result
  expect([content.properties.title, content.blocks]).toEqual(['欢迎', []])
})

test('an address that is taken, by a page or by the site itself, is refused; the campus and the classroom have addresses of their own [CAMP-015] [PLAT-055]', async () => {
  const body = { namespace: 'learn', slug: 'taken', name: 'x', locale } as const
  expect((await editor.call(createPage, { body })).status).toBe(200)
  for (const slug of ['taken', 'search', 'Search', 'api', 'tutorial', 'LIVESESSION', 'cn-home-top']) {
    const { status, result } = await editor.call(createPage, { body: { ...body, slug } })
    expect([slug, status, result.code]).toEqual([slug, 409, 'page_slug_taken'])
  }
  for (const slug of ['..', 'a/b', '', 'a b', 'x'.repeat(81)]) {
    expect((await editor.call(createPage, { body: { ...body, slug } })).status).toBe(400)
  }
  expect((await editor.call(createPage, { body: { ...body, slug: 'blank', name: ' \t' } })).status).toBe(400)
  for (const namespace of ['campus', 'classroom'] as const) {
    expect([namespace, (await editor.call(createPage, { body: { ...body, namespace } })).status]).toEqual([
      namespace,
      200,
    ])
  }
  const unknown = { ...body, namespace: 'academy' as 'campus' }
  expect((await editor.call(createPage, { body: unknown })).status).toBe(400)
  // one's own discounts lie below it, it itself is a page of editors
  expect((await editor.call(createPage, { body: { ...body, slug: 'discount' } })).status).toBe(200)
})

test('two editors who want one address at once: one gets it, the other is told', async () => {
  const body = { namespace: 'learn', slug: 'both', name: 'x', locale } as const
  const answers = await Promise.all([editor, admin, editor, admin].map((who) => who.call(createPage, { body })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

test('saving keeps a version and a revision; the same again writes nothing', async () => {
  const { id, params } = await newPage()
  const first = await save(editor, id, 2, '新')
  expect([first.status, first.result.version]).toEqual([200, 3])
  expect((await save(editor, id, 3, '新')).result.version).toBe(3)
  // a lost answer: the same is sent again on the old base
  expect((await save(editor, id, 2, '新')).result.version).toBe(3)
  const { results, total } = (await editor.call(listPageRevisions, { params, query: {} })).result
  expect([total, results.map(({ version, kind }) => [version, kind])]).toEqual([
    3,
    [
      [3, 'save'],
      [2, 'save'],
      [1, 'created'],
    ],
  ])
})

test('two editors at once: the second is told, and nothing of either is lost', async () => {
  const { id, params } = await newPage()
  const [one, other] = await Promise.all([save(editor, id, 2, '甲'), save(admin, id, 2, '乙')])
  expect([one.status, other.status].sort()).toEqual([200, 409])
  const refused = one.status === 409 ? one : other
  expect(refused.result.code).toBe('draft_conflict')
  const { version, content } = (await editor.call(getPageDraft, { params })).result
  expect(version).toBe(3)
  expect(content.properties.title).toBe(one.status === 200 ? '甲' : '乙')
})

test('what one open editor keeps by itself within five minutes is one revision, unless a text went away or somebody else came', async () => {
  const { id, params } = await newPage('零')
  const revisions = async () =>
    (await editor.call(listPageRevisions, { params, query: {} })).result.results.map(({ version, kind }) => [
      version,
      kind,
    ])
  await save(editor, id, 2, '零一', 'autosave', 'tab')
  site.clock.advance({ minutes: 2 })
  await save(editor, id, 3, '零一二', 'autosave', 'tab')
  expect(await revisions()).toEqual([
    [4, 'autosave'],
    [2, 'save'],
    [1, 'created'],
  ])
  await save(editor, id, 4, '二', 'autosave', 'tab')
  await save(editor, id, 5, '二三', 'autosave', 'other-tab')
  await save(admin, id, 6, '二三四', 'autosave', 'other-tab')
  site.clock.advance({ minutes: 6 })
  await save(admin, id, 7, '二三四五', 'autosave', 'other-tab')
  expect((await revisions()).map(([version]) => version)).toEqual([8, 7, 6, 5, 4, 2, 1])
})

test('a revision tells what it changed in words, and comes back as the newest', async () => {
  const { id, params } = await newPage('旧')
  await save(editor, id, 2, '新')
  const read = (version: number, query = {}) => editor.call(getPageRevision, { params: { ...params, version }, query })
  const { changes, revision } = (await read(3)).result
  expect(revision).toMatchObject({ version: 3, kind: 'save', changeCount: 2, published: false })
  expect(changes).toEqual([
    { blockId: '', blockKind: '', field: 'properties.title', kind: 'changed', before: '旧', after: '新' },
    { blockId: 'b1', blockKind: 'heading', field: 'value', kind: 'changed', before: '旧', after: '新' },
  ])
  expect((await read(3, { against: 3 })).result.changes).toEqual([])
  expect((await read(9)).status).toBe(404)
  const restore = () => editor.call(restorePageRevision, { params, body: { version: 2 } })
  expect((await restore()).result).toMatchObject({ version: 4, content: { properties: { title: '旧' } } })
  expect((await restore()).result.version).toBe(4)
})

test('a page that is restored to what visitors see has no changes that they do not', async () => {
  const { params } = await newPage()
  await editor.call(publishPage, { params, body: { version: 2 } })
  const body = { baseVersion: 2, content: pageContent('新', [heading('新')]), kind: 'save' } as const
  await editor.call(savePageDraft, { params, body })
  const { result } = await editor.call(restorePageRevision, { params, body: { version: 2 } })
  expect([result.version, result.publishedVersion]).toEqual([4, 4])
  const back = await editor.call(restorePageRevision, { params, body: { version: 3 } })
  expect([back.result.version, back.result.publishedVersion]).toEqual([5, 4])
})

test('another language begins with the blocks of the one it is made from, and only once', async () => {
  const { id } = await newPage('春')
  const params = { id, locale: 'ko_KR' } as const
  const begun = await editor.call(startPageLocale, { params, body: { from: locale } })
  expect(begun.result.content.blocks).toEqual([heading('春')])
  const body = { baseVersion: 1, content: pageContent('봄', [heading('봄')]), kind: 'save' } as const
  await editor.call(savePageDraft, { params, body })
  const again = await editor.call(startPageLocale, { params, body: { from: locale } })
  expect([again.result.version, again.result.content.properties.title]).toEqual([2, '봄'])
  expect(
    (await editor.call(startPageLocale, { params: { id, locale: 'fr_FR' }, body: { from: 'de_DE' } })).status,
  ).toBe(404)
})

test('a page is kept unfinished, with its faults beside it, and comes back as it was sent', async () => {
  const { params } = await newPage()
  const content = pageContent('', [
    { id: 'x', kind: 'no-such-kind', fields: { a: 1 }, children: [] },
    block('tiles', 'tiles', { columns: 'three', items: [{ title: '' }] }),
    block('rule', 'rule', { width: 'wide' }),
    block('deals', 'deals', { title: 'x', countdown: { endTime: 'tomorrow' }, background: { color: 'red' } }),
  ])
  const saved = await editor.call(savePageDraft, { params, body: { baseVersion: 2, content, kind: 'save' } })
  expect(saved.result.faults.map(({ kind, blockId, field }) => [kind, blockId, field])).toEqual([
    ['required', '', 'title'],
    ['unknown_block', 'x', ''],
    ['bad_choice', 'tiles', 'columns'],
    ['required', 'tiles', 'items.0.title'],
    ['not_a_number', 'rule', 'width'],
    ['bad_colour', 'deals', 'background.color'],
    ['bad_time', 'deals', 'countdown.endTime'],
  ])
  expect((await editor.call(getPageDraft, { params })).result.content).toEqual(content)
})

test('a page of 1,000 blocks, nested 50 deep, or of megabytes is refused with the place, and the draft stays', async () => {
  const { params } = await newPage('留下')
  const send = (content: unknown) =>
    editor.call(savePageDraft, { params, body: { baseVersion: 2, content: content as never, kind: 'save' } })
  const many = Array.from({ length: 1_000 }, (_, at) => block(`b${at}`, 'rule', {}))
  const crowded = await send(pageContent('x', many))
  expect([crowded.status, crowded.result.details]).toEqual([
    400,
    [{ field: `content.blocks.${pageLimits.blocks}`, message: expect.stringContaining('500') }],
  ])
  const nested = (depth: number): ReturnType<typeof block> =>
    block(`d${depth}`, 'container', {}, depth === 1 ? [] : [nested(depth - 1)])
  const deep = await send(pageContent('x', [nested(50)]))
  expect([deep.status, deep.result.details?.[0]?.field]).toEqual([400, `content.blocks.0${'.children.0'.repeat(8)}`])
  const heavy = await send(pageContent('x', [block('long', 'description', { value: '长'.repeat(1_700_000) })]))
  expect([heavy.status, heavy.result.code, heavy.result.details?.[0]?.field]).toEqual([
    413,
    'too_large',
    'content.blocks.0.fields.value',
  ])
  expect((await send(pageContent('x', [block('l', 'description', { value: 'x'.repeat(9_000_000) })]))).status).toBe(413)
  for (const content of [
    null,
    'page',
    [],
    { blocks: 'no' },
    { blocks: [1] },
    { blocks: [{ id: 'a' }] },
    { properties: 3 },
  ]) {
    const { status, result } = await send(content)
    expect([JSON.stringify(content), status, result.code]).toEqual([JSON.stringify(content), 400, 'bad_request'])
  }
  const { version, content } = (await editor.call(getPageDraft, { params })).result
  expect([version, content.properties.title]).toEqual([2, '留下'])
})

test('fields nested a thousand deep, characters no database holds: kept without them or refused, never a crash', async () => {
  const { params } = await newPage()
  let tangled: unknown = 'x'
  for (let depth = 0; depth < 1_000; depth++) tangled = [tangled]
  const send = (baseVersion: number, value: unknown) =>
    editor.call(savePageDraft, {
      params,
      body: { baseVersion, content: pageContent('x', [block('b', 'heading', { value })]), kind: 'save' },
    })
  const refused = await send(2, tangled)
  expect([refused.status, refused.result.code]).toEqual([400, 'bad_request'])
  expect((await send(2, 'a\u0000b\ud800c')).status).toBe(200)
  const { content } = (await editor.call(getPageDraft, { params })).result
  expect(content.blocks[0]?.fields.value).toBe('ab\ufffdc')
})

test('figures of carousels and columns that come as text are read as whole numbers [CMS-087]', async () => {
  const read = (kind: 'rule' | 'assets-list' | 'alignment', fields: Record<string, unknown>) =>
    readContent(pageContent('x', [block('b', kind, fields)])).page.blocks[0]?.fields
  expect(read('rule', { width: '3' })).toMatchObject({ width: 3 })
  expect(read('rule', { width: '4.9px' })).toMatchObject({ width: 4 })
  expect(read('assets-list', { pageSize: '24', columns: '3' })).toMatchObject({ pageSize: 24, columns: '3' })
  expect(read('alignment', { width: 'half' })).toMatchObject({ width: 100 })
  expect(read('rule', { width: '1e9' })).toMatchObject({ width: 1 })
})

test('an action has id, type, theme, label and url, of the four types [CMS-059, CMS-060]', () => {
  expect(Object.keys(actionFields)).toEqual(['id', 'type', 'theme', 'label', 'url'])
  const typeOf = (type: string) => {
    const { page, faults } = readContent(
      pageContent('x', [block('b', 'callout', { title: 'x', actions: [{ label: 'Go', type, url: '/faq' }] })]),
    )
    return [page.blocks[0]?.fields, faults.map(({ kind }) => kind)] as const
  }
  for (const type of ['button', 'link', 'secondary-button', 'tertiary-button']) {
    expect(typeOf(type)).toMatchObject([{ actions: [{ type, label: 'Go', url: '/faq' }] }, []])
  }
  expect(typeOf('banner')).toMatchObject([{ actions: [{ type: 'button' }] }, ['bad_choice']])
})

test('names and removal are for admins; a page of the site itself keeps its address', async () => {
  const { id } = await newPage()
  const rename = (who: Person, slug: string) => who.call(renamePage, { params: { id }, body: { name: '新名字', slug } })
  expect((await rename(editor, 'renamed')).status).toBe(403)
  expect((await rename(admin, 'renamed')).result.page).toMatchObject({ name: '新名字', slug: 'renamed' })
  expect((await editor.call(deletePage, { params: { id } })).status).toBe(403)
  await site.db.updateTable('cms_pages').set({ is_own: true }).where('id', '=', id).execute()
  expect((await rename(admin, 'elsewhere')).status).toBe(403)
  expect((await rename(admin, 'renamed')).status).toBe(200)
  expect((await admin.call(deletePage, { params: { id } })).status).toBe(403)
})

test('a page that is taken away is gone for visitors, and comes back unpublished', async () => {
  const id = await buildPage(editor, { slug: 'gone', texts: { [locale]: pageContent('x', [heading('x')]) } })
  expect((await admin.call(deletePage, { params: { id } })).result).toEqual({ deleted: true })
  expect((await admin.call(deletePage, { params: { id } })).status).toBe(404)
  expect((await editor.call(getPageDraft, { params: { id, locale } })).status).toBe(404)
  // its address is free meanwhile
  const other = await buildPage(editor, { slug: 'gone', texts: { [locale]: emptyContent('x') }, publish: false })
  const undelete = () => admin.call(undeletePage, { params: { id } })
  expect((await undelete()).result.code).toBe('page_slug_taken')
  await admin.call(deletePage, { params: { id: other } })
  expect((await undelete()).result.page.locales).toMatchObject([{ locale, publishedVersion: null }])
  expect((await undelete()).status).toBe(200)
})

test('an editor of one language writes in that language and reads the others', async () => {
  const korean = await site.user({ groups: ['learn_editor_ko'] })
  const { id, params } = await newPage()
  expect((await save(korean, id, 2, 'x')).result.code).toBe('forbidden')
  expect((await korean.call(publishPage, { params, body: { version: 2 } })).status).toBe(403)
  expect((await korean.call(getPageDraft, { params })).status).toBe(200)
  const own = { id, locale: 'ko_KR' } as const
  expect((await korean.call(startPageLocale, { params: own, body: { from: locale } })).status).toBe(200)
  const content = pageContent('봄', [heading('봄')])
  expect(
    (await korean.call(savePageDraft, { params: own, body: { baseVersion: 1, content, kind: 'save' } })).status,
  ).toBe(200)
})

test('the preview beside the builder is what would be published, and keeps nothing', async () => {
  const before = await sql`select count(*) from cms_revisions`.execute(site.db)
  const content = pageContent('x', [
    block('d', 'description', {
      type: 'rich',
      value: '<p onclick="alert(1)">好<script>alert(2)</script><a href="javascript:alert(3)">x</a></p>',
    }),
    block('plain', 'description', { type: 'small', value: '1 < 2 & <b>' }),
  ])
  const { status, result } = await editor.call(preparePage, { body: { locale, content } })
  expect(status).toBe(200)
  expect(result.content.contentDetails.map(({ analysisType, value }) => [analysisType, value])).toEqual([
    ['html', '<p>好<a>x</a></p>'],
    ['text', '1 < 2 & <b>'],
  ])
  expect((await sql`select count(*) from cms_revisions`.execute(site.db)).rows).toEqual(before.rows)
})

test('searching finds names and addresses, and what is published apart from what is not', async () => {
  await buildPage(editor, { slug: 'find-me-100', texts: { [locale]: pageContent('x', [heading('x')]) } })
  await buildPage(editor, { slug: 'find-me-draft', texts: { [locale]: emptyContent('x') }, publish: false })
  const slugs = async (query: object) =>
    (await editor.call(listPages, { query })).result.results.map(({ slug }) => slug).sort()
  expect(await slugs({ q: 'FIND-me' })).toEqual(['find-me-100', 'find-me-draft'])
  expect(await slugs({ q: 'find-me', status: 'published' })).toEqual(['find-me-100'])
  expect(await slugs({ q: 'find-me', status: 'draft' })).toEqual(['find-me-draft'])
  expect(await slugs({ q: '%' })).toEqual([])
  expect((await editor.call(listPages, { query: { page: 1000 } })).result).toMatchObject({ results: [], page: 1000 })
})
