import { createServer } from 'node:http'
import { deleteDraft } from '@lantern/contract/authoring/drafts.ts'
import { itemPublished } from '@lantern/contract/catalog/events.ts'
import { pageLimits } from '@lantern/contract/cms/blocks.ts'
import { checkPage, publishPage, savePageDraft, unpublishPage } from '@lantern/contract/cms/pages.ts'
import { type CmsContent, contentQuery } from '@lantern/contract/cms/wire.ts'
import { savePath } from '@lantern/contract/paths/path-editing.ts'
import { serverAudits } from 'graphql-http'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { buildTutorial } from '#testing/builders.ts'
import { block, buildPage, pageContent } from '#testing/page-builder.ts'
import { buildBundle, paidTutorial } from '#testing/shop.ts'
import { type Person, type TestSite, testSite } from '#testing/site.ts'

const site = await testSite()
const editor = await site.user({ groups: ['learn_editor'] })

interface Asked {
  query?: string
  variables?: object
  operationName?: string
  headers?: Record<string, string>
}

interface Told {
  status: number
  content: CmsContent | null
  errors: { message: string; extensions?: { code?: string } }[]
}

const wholeQuery = contentQuery(pageLimits.depth)

async function ask(who: Person | TestSite, asked: Asked): Promise<Told> {
  const { query = wholeQuery, variables = {}, headers = {}, ...rest } = asked
  const answer = await who.inject({
    method: 'POST',
    url: '/api/as/graphql',
    headers: { 'operation-name': 'CmsContent', ...headers },
    payload: { query, variables, ...rest },
  })
  const { data, errors = [] } = answer.json()
  return { status: answer.statusCode, content: data?.CmsContent ?? null, errors }
}

test('a published page has no link to an item that was taken back, and has it again once the item is there again', async () => {
  const author = await site.user({ groups: ['learn_admin'] })
  const [kept, gone] = [await buildTutorial(site.db), await buildTutorial(site.db, { status: 'draft' })]
  const html = `<p><a href="/tutorial/${gone.slug}#one">第一课</a>和<a href="/tutorial/${kept.id}">第二课</a></p>`
  await buildPage(editor, {
    slug: 'links',
    texts: {
      zh_CN: pageContent('链接', [
        block('b1', 'jumbotron', {
          title: '开始',
          actions: [
            { type: 'button', label: '第一课', url: `/tutorial/${gone.id}` },
            { type: 'button', label: '第二课', url: `/tutorial/${kept.slug}` },
            { type: 'button', label: '价格', url: '/premium' },
          ],
        }),
        block('b2', 'description', { value: html, type: 'rich' }),
      ]),
    },
  })
  const linked = async () => {
    const { content } = await ask(site, { variables: { slug: 'links', locale: 'zh_CN', namespace: 'learn' } })
    const [bar, text] = content?.contentDetails ?? []
    return [
      ...(bar?.properties.flatMap(({ key, value }) => (/^actions\.\d\.url$/.test(key) ? [value] : [])) ?? []),
      text?.value,
    ]
  }
  const without = ['', `/tutorial/${kept.slug}`, '/premium', html.replace(/<a [^>]*#one">第一课<\/a>/, '第一课')]
  expect(await linked()).toEqual(without)
  await site.db.updateTable('items').set({ status: 'published' }).where('id', '=', gone.id).execute()
  await inTransaction(site.db, (trx) => site.services.events.emit(trx, itemPublished, { itemId: gone.id }))
  await site.settle()
  expect(await linked()).toEqual([`/tutorial/${gone.id}`, `/tutorial/${kept.slug}`, '/premium', html])
  expect((await author.call(deleteDraft, { params: { id: gone.id } })).status).toBe(200)
  await site.settle()
  expect(await linked()).toEqual(without)
})

test('a link to a bundle or a learning path that was taken back is left out of a published page and named to its editor', async () => {
  const staff = await site.user({ groups: ['learn_admin'] })
  const [lesson, sold] = [await buildTutorial(site.db), await paidTutorial(site, staff)]
  const bundle = await buildBundle(site, staff, { itemIds: [sold.id], priceFen: 900 })
  const stages = [
    { id: 's', rule: 'all' as const, after: [], branches: [{ id: 'b', title: 'b', items: [lesson.id], test: null }] },
  ]
  const about = {
    slug: 'engine-path',
    title: '引擎',
    description: '',
    language: 'zh' as const,
    givesCertificate: false,
    stages,
  }
  const save = (id: string | null, version: number, published: boolean) =>
    staff.call(savePath, { body: { id, version, organisationId: null, form: { ...about, published } } })
  const { id, version } = (await save(null, 0, true)).result
  const toBundle = `<a href="/bundle/${bundle.slug}">套装</a>`
  const toPath = '<a href="/learning-path/engine-path?from=home">路径</a>'
  const value = `<p>${toBundle}，${toPath}，<a href="/learning-path/none">无</a></p>`
  const page = await buildPage(editor, {
    slug: 'ways',
    texts: { zh_CN: pageContent('路', [block('text', 'description', { value, type: 'rich' })]) },
  })
  const text = async () => {
    const { content } = await ask(site, { variables: { slug: 'ways', locale: 'zh_CN', namespace: 'learn' } })
    return content?.contentDetails[0]?.value
  }
  const dead = async () =>
    (await editor.call(checkPage, { params: { id: page, locale: 'zh_CN' } })).result.faults.map((one) => one.value)
  expect(await text()).toBe(`<p>${toBundle}，${toPath}，无</p>`)
  expect(await dead()).toEqual(['/learning-path/none'])
  expect((await save(id, version, false)).status).toBe(200)
  await site.settle()
  expect(await text()).toBe(`<p>${toBundle}，路径，无</p>`)
  expect(await dead()).toEqual(['/learning-path/engine-path?from=home', '/learning-path/none'])
})

const heading = (words: string) => block('b1', 'heading', { value: words, level: 'h1' })

test('the server of GraphQL passes every audit of graphql-http [CMS-008]', async () => {
  const server = createServer((request, response) => site.app.routing(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const results = []
  for (const audit of serverAudits({ url: `http://127.0.0.1:${port}/api/as/graphql` })) {
    const { status, name, ...rest } = await audit.fn()
    results.push({ name, status, ...(status === 'ok' ? {} : rest) })
  }
  await new Promise((done) => server.close(done))
  expect(results.length).toBeGreaterThan(50)
  expect(results.filter(({ status }) => status !== 'ok')).toEqual([])
})

test('CmsContent answers a page by slug, locale and namespace, with the header that names the operation [CMS-008, CMS-010]', async () => {
  await buildPage(editor, {
    slug: 'spring',
    texts: {
      zh_CN: pageContent('春天', [heading('春天来了')]),
      en_US: pageContent('Spring', [heading('Spring is here')]),
    },
  })
  const { status, content } = await ask(site, { variables: { slug: 'spring', locale: 'en_US', namespace: 'learn' } })
  expect(status).toBe(200)
  expect(content).toMatchObject({
    name: 'spring',
    slug: 'spring',
    status: 'published',
    locale: 'en_US',
    contentDetails: [{ fieldTitle: 'b1', moduleName: 'heading', analysisType: 'text', value: 'Spring is here' }],
  })
  expect(content?.extendedProperties).toContainEqual({ key: 'title', value: 'Spring' })
  const elsewhere = await ask(site, { variables: { slug: 'spring', locale: 'en_US', namespace: 'campus' } })
  expect([elsewhere.status, elsewhere.content]).toEqual([200, null])
})

test('content carries every field of content, of its details and of products [CMS-057, CMS-058]', async () => {
  const product = {
    id: 'p1',
    name: 'Trees',
    rating: { average: 4.5, count: 12 },
    publisherName: 'Forest',
    publisherId: 'f1',
    category: '3D',
    mainImage: '/media/a.png',
    iconImage: '/media/b.png',
    price: { price: 9900, originPrice: 19900 },
    plusProSale: true,
    onSale: true,
    elevated: false,
    url: 'https://store.example.com/trees',
    isNew: true,
    partner: false,
  }
  await buildPage(editor, {
    slug: 'assets',
    texts: {
      zh_CN: {
        ...pageContent('素材', [
          block('list', 'assets-list', { name: '树', columns: '3', pageSize: 24 }),
          block('box', 'container', { width: 'full' }, [
            block('faq', 'faq', { items: [{ title: '问', text: '<p>答</p>' }] }),
          ]),
        ]),
        packages: [product],
        filters: [{ key: '树木', packages: ['p1'] }],
        sortings: [{ key: '价格', sorting: 'priceasc' }],
      },
    },
  })
  const { content } = await ask(site, { variables: { slug: 'assets', locale: 'zh_CN' } })
  expect(content?.packages).toEqual([product])
  expect(content?.filters).toEqual([{ key: '树木', packages: ['p1'] }])
  expect(content?.sortings).toEqual([{ key: '价格', sorting: 'priceasc' }])
  const [list, box] = content?.contentDetails ?? []
  expect(list?.properties).toEqual([
    { key: 'name', value: '树' },
    { key: 'columns', value: '3' },
    { key: 'pageSize', value: '24' },
  ])
  expect(box?.contentDetails).toEqual([
    {
      fieldTitle: 'faq',
      moduleName: 'faq',
      analysisType: 'list',
      value: null,
      listValue: [
        {
          properties: [
            { key: 'title', value: '问' },
            { key: 'text', value: '<p>答</p>' },
            { key: 'id', value: '' },
          ],
        },
      ],
      properties: [{ key: 'style', value: 'collapse' }],
      contentDetails: [],
    },
  ])
})

test('a page that is not in a language is shown in English, then Chinese; a slug that is none answers null [CMS-009]', async () => {
  await buildPage(editor, {
    slug: 'two',
    texts: { zh_CN: pageContent('二', [heading('二')]), en_US: pageContent('Two', [heading('Two')]) },
  })
  await buildPage(editor, { slug: 'korean', texts: { ko_KR: pageContent('하나', [heading('하나')]) } })
  const localeOf = async (slug: string, locale: string) =>
    (await ask(site, { variables: { slug, locale } })).content?.locale ?? null
  expect(await localeOf('two', 'fr_FR')).toBe('en_US')
  expect(await localeOf('two', 'zh_CN')).toBe('zh_CN')
  expect(await localeOf('korean', 'zh_CN')).toBe('ko_KR')
  expect(await localeOf('korean', 'not a locale')).toBe('ko_KR')
  for (const slug of ['nothing', '../two', 'two/..', '', '%2e%2e', 'a'.repeat(5000)]) {
    expect([slug.slice(0, 20), await localeOf(slug, 'zh_CN')]).toEqual([slug.slice(0, 20), null])
  }
})

test('guessing slugs costs the database nothing, and neither does a page that was read before', async () => {
  await ask(site, { variables: { slug: 'two', locale: 'zh_CN' } })
  expect(
    await site.countQueries(async () => {
      for (let guess = 0; guess < 50; guess++) {
        await ask(site, { variables: { slug: `guess-${guess}`, locale: 'zh_CN' } })
      }
      await ask(site, { variables: { slug: 'two', locale: 'zh_CN' } })
    }),
  ).toBe(0)
})

test('a published change is there at once, and an unpublished page is gone', async () => {
  const id = await buildPage(editor, { slug: 'fresh', texts: { zh_CN: pageContent('旧', [heading('旧')]) } })
  const words = async () =>
    (await ask(site, { variables: { slug: 'fresh', locale: 'zh_CN' } })).content?.contentDetails[0]?.value ?? null
  expect(await words()).toBe('旧')
  const params = { id, locale: 'zh_CN' } as const
  const content = pageContent('新', [heading('新')])
  const { result } = await editor.call(savePageDraft, { params, body: { baseVersion: 2, content, kind: 'save' } })
  expect(await words()).toBe('旧')
  await editor.call(publishPage, { params, body: { version: result.version } })
  expect(await words()).toBe('新')
  await editor.call(unpublishPage, { params })
  expect(await words()).toBeNull()
})

test('a preview is never kept for others, nor what was asked together with one', async () => {
  await buildPage(editor, { slug: 'kept', texts: { zh_CN: pageContent('见', [heading('见')]) } })
  const query = `query CmsContent {
    public: CmsContent(slug: "kept", locale: "zh_CN") { name }
    draft: CmsContent(slug: "kept", locale: "zh_CN", preview: true) { status }
  }`
  const told = async (who: Person | TestSite) =>
    (await who.inject({ method: 'POST', url: '/api/as/graphql', payload: { query } })).json()
  for (let time = 0; time < 2; time++) {
    expect((await told(editor)).data).toEqual({ public: { name: 'kept' }, draft: { status: 'draft' } })
    expect(await told(site)).toMatchObject({
      data: { public: { name: 'kept' }, draft: null },
      errors: [{ extensions: { code: 'login_required' } }],
    })
  }
})

test('what is kept is told to whoever asks the same, and to nobody who asks something else', async () => {
  const variables = { slug: 'kept', locale: 'zh_CN' }
  const [one, same] = [await ask(site, { variables }), await ask(editor, { variables })]
  expect(same).toEqual(one)
  expect(one.content?.name).toBe('kept')
  expect((await ask(site, { variables: { slug: 'two', locale: 'zh_CN' } })).content?.name).toBe('two')
  expect(
    (
      await ask(site, {
        variables,
        query:
          'query CmsContent($slug: String!, $locale: String!) { CmsContent(slug: $slug, locale: $locale) { slug } }',
      })
    ).content,
  ).toEqual({ slug: 'kept' })
  // the header that names another operation makes it another request
  expect((await ask(site, { variables, headers: { 'operation-name': 'Other' } })).content).toBeNull()
})

test('a request whose header and body name different operations is refused', async () => {
  const variables = { slug: 'two', locale: 'zh_CN' }
  const other = await ask(site, { variables, operationName: 'CmsContent', headers: { 'operation-name': 'Other' } })
  expect([other.status, other.errors[0]?.extensions?.code]).toEqual([400, 'bad_request'])
  const unknown = await ask(site, { variables, headers: { 'operation-name': 'Other' } })
  expect(unknown.content).toBeNull()
  expect(unknown.errors[0]?.message).toMatch(/what operation/)
})

test('variables that are no JSON are refused, in an address and in a form', async () => {
  const asked = `query=${encodeURIComponent('{ __typename }')}&variables=${encodeURIComponent('{')}`
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const request of [
    { method: 'GET', url: `/api/as/graphql?${asked}` },
    { method: 'POST', url: '/api/as/graphql', headers: form, payload: asked },
  ] as const) {
    const answer = await site.inject(request)
    expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([400, 'BAD_REQUEST'])
  }
})

test('what would cost too much is refused with the reason, whatever makes it costly', async () => {
  const nested = (depth: number): string => (depth === 0 ? 'fieldTitle' : `contentDetails { ${nested(depth - 1)} }`)
  const root = (inner: string) => `query CmsContent { CmsContent(slug: "two", locale: "zh_CN") { ${inner} } }`
  const wholeSelection = wholeQuery.slice(wholeQuery.indexOf('{ name'), -1)
  const aliases = (count: number, inner = 'name') =>
    Array.from({ length: count }, (_, at) => `a${at}: CmsContent(slug: "two", locale: "zh_CN") { ${inner} }`).join(' ')
  const tooMuch: [string, RegExp][] = [
    [root(nested(100)), /depth/i],
    [`query CmsContent { ${aliases(50)} }`, /alias/i],
    [`query CmsContent { ${aliases(10_000)} }`, /token|too_large/i],
    [`query CmsContent { __typename ${'@skip(if: false) '.repeat(50)} }`, /directive/i],
    [`query CmsContent { ${aliases(10, '...Whole')} } fragment Whole on CmsContent ${wholeSelection}`, /cost/i],
    [
      'query CmsContent { CmsContent(slug: "two", locale: "zh_CN") { ...A } } fragment A on CmsContent { name ...A }',
      /cannot spread|fragment/i,
    ],
  ]
  for (const [query, reason] of tooMuch) {
    const told = await ask(site, { query })
    expect(told.content).toBeNull()
    expect(told.status).toBeLessThan(500)
    expect(JSON.stringify(told.errors)).toMatch(reason)
  }
  expect((await ask(site, { variables: { slug: 'two', locale: 'zh_CN' } })).errors).toEqual([])
})

test('a query of megabytes is refused before it is read', async () => {
  const answer = await site.inject({
    method: 'POST',
    url: '/api/as/graphql',
    payload: { query: `{ __typename ${' '.repeat(2_000_000)} }` },
  })
  expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([413, 'too_large'])
})

test('the schema is told in the demo and nowhere else', async () => {
  const query = 'query CmsContent { __schema { types { name } } }'
  const told = (where: TestSite) =>
    where.inject({ method: 'POST', url: '/api/as/graphql', payload: { query } }).then((answer) => answer.json())
  expect((await told(site)).data.__schema.types.length).toBeGreaterThan(5)
  const production = await testSite({
    LANTERN_MODE: 'production',
    ALLOW_DEMO_ADAPTERS: 'sms,mail,real-name',
    PUBLIC_URL: 'https://lantern.example',
  })
  expect((await told(production)).errors[0].message).toContain('introspection')
  const misspelt = await ask(production, { query: 'query CmsContent { CmsContents }' })
  expect(misspelt.errors[0]?.message).toMatch(/Cannot query field/)
  expect(misspelt.errors[0]?.message).not.toContain('Did you mean')
})

test('a mutation is none that the server knows, and a form of another site cannot ask', async () => {
  const told = await ask(site, { query: 'mutation CmsContent { remove }' })
  expect(told.errors.length).toBeGreaterThan(0)
  const form = await site.inject({
    method: 'POST',
    url: '/api/as/graphql',
    headers: { 'content-type': 'text/plain' },
    payload: JSON.stringify({ query: '{ __typename }' }),
  })
  expect(form.statusCode).toBe(415)
})
