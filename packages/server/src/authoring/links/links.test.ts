import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SectionForm } from '@lantern/contract/authoring/forms.ts'
import { allowEmbed, readLinks } from '@lantern/contract/authoring/links.ts'
import { readMarkdownText, writeMarkdownText } from '@lantern/contract/authoring/markdown.ts'
import { publishTutorial, saveTutorialSteps } from '@lantern/contract/authoring/tutorial-editing.ts'
import type { RichDoc, RichNode } from '@lantern/contract/media/rich-schema.ts'
import { afterAll, expect, test } from 'vitest'
import { isPublicAddress } from '#kit/public-address.ts'
import { buildTutorial } from '#testing/builders.ts'
import { draftedTutorial, soundSection, soundTutorial } from '#testing/draft-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { askOutside } from './ask-outside.ts'
import { checkOutside } from './check-outside.ts'

const site = await testSite()

// another site, as far as a link check sees it
const asked: string[] = []
const elsewhere = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  const [path = '/', query] = (request.url ?? '/').split('?')
  if (path === '/gone') return response.writeHead(404).end()
  if (path === '/closed') return response.writeHead(403).end()
  if (path === '/only-get') return response.writeHead(request.method === 'GET' ? 200 : 405).end('x'.repeat(100))
  if (path === '/moved') return response.writeHead(301, { location: '/' }).end()
  if (path === '/away') return response.writeHead(302, { location: query ?? '/' }).end()
  if (path === '/round') return response.writeHead(302, { location: '/round' }).end()
  response.writeHead(200).end('ok')
})
await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done))
const { port } = elsewhere.address() as AddressInfo
afterAll(() => new Promise((done) => elsewhere.close(done)))

const at = (path: string) => `http://127.0.0.1:${port}${path}`
const asTest = { mayConnect: (address: string) => address === '127.0.0.1', ports: [port], timeoutMs: 2000 }

function textWithLinks(...hrefs: string[]): RichDoc {
  const content = hrefs.map(
    (href): RichNode => ({ type: 'text', text: `到${href}`, marks: [{ type: 'link', attrs: { href, title: null } }] }),
  )
  return {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2, anchor: null }, content: [{ type: 'text', text: '对齐 纹素' }] },
      { type: 'paragraph', content },
    ],
  }
}

async function draftWith(author: Person, section: SectionForm): Promise<string> {
  const { id, forms } = await draftedTutorial(site.db, author, {})
  await author.call(saveTutorialSteps, { params: { id }, body: { ...forms.steps, sections: [section] } })
  return id
}

test('each link of a draft says where it stands and whether it leads anywhere', async () => {
  const ada = await site.user({ groups: ['learn_creator'] })
  const target = await buildTutorial(site.db, { steps: 1 })
  const [anchor] = (
    await site.db.selectFrom('sections').select('anchor').where('item_id', '=', target.id).execute()
  ).map((row) => row.anchor)
  const id = await draftWith(
    ada,
    soundSection('看', {
      id: 'se_1',
      body: textWithLinks(
        `/tutorial/${target.slug}`,
        `/tutorial/${target.slug}#${anchor}`,
        `/tutorial/${target.slug}#nowhere`,
        '/tutorial/never-written',
        '/search?q=光',
        '/no-such-page',
        '#对齐-纹素',
        '#不在',
        'https://example.com/',
        '',
      ),
    }),
  )
  const { result } = await ada.call(readLinks, { params: { id } })
  const links = result.links.filter(({ sectionId }) => sectionId === 'se_1')
  expect(links.map(({ url, state, reason }) => [url, state, reason])).toEqual([
    [`/tutorial/${target.slug}`, 'ok', null],
    [`/tutorial/${target.slug}#${anchor}`, 'ok', null],
    [`/tutorial/${target.slug}#nowhere`, 'broken', 'anchor_missing'],
    ['/tutorial/never-written', 'broken', 'item_missing'],
    ['/search?q=光', 'ok', null],
    ['/no-such-page', 'broken', 'page_missing'],
    ['#对齐-纹素', 'ok', null],
    ['#不在', 'broken', 'anchor_missing'],
    ['https://example.com/', 'waiting', null],
    ['', 'broken', 'no_address'],
  ])
  expect(links[0]).toMatchObject({ part: 'steps', place: '看', text: `到/tutorial/${target.slug}` })
  expect(result.counts).toMatchObject({ broken: 5, waiting: 1 })
})

test('a link to a bundle is broken while there is none of its name, or it is not published', async () => {
  const ada = await site.user({ groups: ['learn_creator'] })
  const now = site.clock.now()
  const about = { title: '套装', language: 'zh', owner_id: ada.id, price_fen: 100 }
  const bundle = { ...about, created_at: now, updated_at: now }
  await site.db
    .insertInto('bundles')
    .values([
      { ...bundle, id: 'lb_here', slug: 'here', status: 'published' },
      { ...bundle, id: 'lb_away', slug: 'away', status: 'unPublished' },
    ])
    .execute()
  const body = textWithLinks('/bundle/here', '/bundle/here#price', '/bundle/away', '/bundle/never-made')
  const id = await draftWith(ada, soundSection('看', { id: 'se_1', body }))
  const { links } = (await ada.call(readLinks, { params: { id } })).result
  const inText = links.filter(({ sectionId }) => sectionId === 'se_1')
  expect(inText.map(({ url, reason }) => [url, reason])).toEqual([
    ['/bundle/here', null],
    ['/bundle/here#price', null],
    ['/bundle/away', 'item_hidden'],
    ['/bundle/never-made', 'item_missing'],
  ])
})

test('a link to a learning path is broken while there is none of its name, or it is not published', async () => {
  const ada = await site.user({ groups: ['learn_creator'] })
  const now = site.clock.now()
  const about = { title: '路径', language: 'zh', stages: '[]', gives_certificate: false }
  const path = { ...about, created_at: now, updated_at: now }
  await site.db
    .insertInto('paths')
    .values([
      { ...path, id: 'pa_here', slug: 'way', published: true },
      { ...path, id: 'pa_away', slug: 'way-withdrawn', published: false },
    ])
    .execute()
  const addresses = ['way', 'way?from=home#s2', 'pa_here', 'way-withdrawn', 'pa_away', 'never-made']
  const body = textWithLinks(...addresses.map((end) => `/learning-path/${end}`), at('/learning-path/never-made'))
  const id = await draftWith(ada, soundSection('看', { id: 'se_1', body }))
  const { links } = (await ada.call(readLinks, { params: { id } })).result
  expect(links.filter(({ sectionId }) => sectionId === 'se_1').map(({ reason }) => reason)).toEqual([
    null,
    null,
    null,
    'item_hidden',
    'item_hidden',
    'item_missing',
    null,
  ])
})

test('the link report is for those who may edit the draft', async () => {
  const ada = await site.user({ groups: ['learn_creator'] })
  const other = await site.user({ groups: ['learn_creator'] })
  const { id } = await draftedTutorial(site.db, ada, {})
  expect((await other.call(readLinks, { params: { id } })).status).toBe(404)
})

test('links to other sites are looked at by the worker, and what is known is not asked again', async () => {
  const ada = await site.user({ groups: ['learn_creator'] })
  const id = await draftWith(
    ada,
    soundSection('看', { id: 'se_1', body: textWithLinks(at('/'), at('/gone'), at('/moved')) }),
  )
  const services = { db: site.db, clock: site.clock, config: site.services.config }
  await checkOutside(services, id, { ...asTest, pauseMs: 0 })
  const { result } = await ada.call(readLinks, { params: { id } })
  expect(
    result.links
      .filter(({ kind }) => kind === 'outside')
      .map(({ state, reason, status, movedTo }) => [state, reason, status, movedTo]),
  ).toEqual([
    ['ok', null, 200, null],
    ['broken', 'not_found', 404, null],
    ['ok', 'moved', 200, at('/')],
  ])
  const before = asked.length
  await checkOutside(services, id, { ...asTest, pauseMs: 0 })
  expect(asked).toHaveLength(before)
  site.clock.advance({ minutes: 25 * 60 })
  await checkOutside(services, id, { ...asTest, pauseMs: 0 })
  expect(asked.length).toBeGreaterThan(before)
})

test('a site that refuses robots is unclear and not broken; one without HEAD is asked again', async () => {
  expect(await askOutside(at('/closed'), asTest)).toMatchObject({ state: 'unclear', reason: 'refused', status: 403 })
  expect(await askOutside(at('/only-get'), asTest)).toMatchObject({ state: 'ok', status: 200 })
  expect(await askOutside(at('/round'), asTest)).toMatchObject({ state: 'unclear' })
})

test('nothing inside the network is ever asked, whatever the address or a redirect says', async () => {
  const before = asked.length
  expect(await askOutside(at('/'))).toMatchObject({ state: 'broken', reason: 'private_address' })
  expect(await askOutside(`http://localhost:${port}/`, { ports: [port] })).toMatchObject({ reason: 'private_address' })
  expect(await askOutside('http://[::1]/')).toMatchObject({ reason: 'private_address' })
  expect(await askOutside('http://169.254.169.254/latest/meta-data')).toMatchObject({ reason: 'private_address' })
  expect(await askOutside('http://2130706433/')).toMatchObject({ reason: 'private_address' })
  expect(await askOutside('https://user:secret@example.com/')).toMatchObject({ reason: 'private_address' })
  expect(await askOutside('https://example.com:22/')).toMatchObject({ reason: 'private_address' })
  expect(asked).toHaveLength(before)
  const redirected = await askOutside(at('/away?http://127.0.0.2:80/'), asTest)
  expect(redirected).toMatchObject({ state: 'broken', reason: 'private_address' })
})

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['2002:7f00:1::', false],
  ['64:ff9b::7f00:1', false],
  ['example.com', false],
])('%s is %s as a public address', (address, open) => {
  expect(isPublicAddress(address)).toBe(open)
})

test('an admin allows an address for one author in one tutorial, and learners see it embedded [PLAT-029]', async () => {
  const ada = await site.user({ groups: ['learn_creator'] })
  const admin = await site.user({ groups: ['admin'] })
  const { id } = await draftedTutorial(site.db, ada, {})
  const url = 'https://viewer.example.com/scene/1'
  const body = { url, tutorialId: id, userId: ada.id }
  expect((await ada.call(allowEmbed, { body })).status).toBe(403)
  expect((await admin.call(allowEmbed, { body: { ...body, tutorialId: 'ltu_none' } })).status).toBe(404)
  expect((await admin.call(allowEmbed, { body: { ...body, url: 'javascript:alert(1)' } })).status).toBe(400)
  const forms = await soundTutorial(site.db, ada.id)
  const embed: RichDoc = { type: 'doc', content: [{ type: 'embed', attrs: { url, caption: '' } }] }
  const publish = () =>
    ada.call(publishTutorial, {
      params: { id },
      body: {
        ...forms.general,
        steps: { ...forms.steps, sections: [soundSection('看', { body: embed })] },
        details: forms.details,
      },
    })
  const bodyOf = async () =>
    (await site.db.selectFrom('sections').select('body_html').where('item_id', '=', id).executeTakeFirst())?.body_html
  expect((await publish()).status).toBe(200)
  expect(await bodyOf()).not.toContain('data-embed')

  expect(await admin.call(allowEmbed, { body })).toMatchObject({ status: 200, result: { success: true } })
  expect(await admin.call(allowEmbed, { body })).toMatchObject({ status: 200 })
  expect(
    await site.db.selectFrom('embed_allowances').selectAll().where('tutorial_id', '=', id).execute(),
  ).toMatchObject([{ user_id: ada.id, url }])
  expect((await publish()).status).toBe(200)
  expect(await bodyOf()).toContain(`data-embed="${url}"`)
})

test('Markdown becomes the document that an import would make, and becomes Markdown again', async () => {
  const ada = await site.user({ groups: ['learn_creator'] })
  const text = [
    '## 对齐 {#align}',
    '正文**粗***斜*与`代码`，[链接](https://example.com/a)。',
    ':::explain\n\n讲解的内容。\n\n:::',
    '- 一\n  - 二\n- 三',
    '```lua title="hero.script" {2-3}\nlocal a = 1\nlocal b = 2\nreturn a\n```',
    '| 名称 | 值 |\n| -- | -: |\n| a  | 1 |',
    '> 引用',
  ].join('\n\n')
  const { result } = await ada.call(readMarkdownText, { body: { text, language: 'zh' } })
  const content = result.document.content as RichNode[]
  expect(content.map(({ type }) => type)).toEqual([
    'heading',
    'paragraph',
    'callout',
    'bulletList',
    'codeBlock',
    'table',
    'blockquote',
  ])
  expect(content[0]).toMatchObject({ attrs: { level: 2, anchor: 'align' } })
  expect(content[2]).toMatchObject({ attrs: { tone: 'explain', name: '' } })
  expect(content[4]).toMatchObject({ attrs: { language: 'lua', fileName: 'hero.script', marked: '2-3' } })
  const written = await ada.call(writeMarkdownText, { body: { document: result.document } })
  const again = await ada.call(readMarkdownText, { body: { text: written.result.text, language: 'zh' } })
  expect(again.result.document).toEqual(result.document)
})

test('Markdown that runs something comes in without it', async () => {
  const ada = await site.user({ groups: ['learn_creator'] })
  const text =
    '[a](javascript:alert(1)) <script>alert(1)</script><img src=x onerror=alert(1)>\n\n<iframe src="https://evil.example/"></iframe>'
  const { result } = await ada.call(readMarkdownText, { body: { text, language: 'zh' } })
  expect(JSON.stringify(result.document)).not.toMatch(/javascript:|script>|onerror|data-embed/)
})
