import { publishPage, savePageDraft } from '@lantern/contract/cms/pages.ts'
import { detailsOf } from '@lantern/contract/cms/wire.ts'
import { expect, test } from 'vitest'
import { block, buildPage, pageContent } from '#testing/page-builder.ts'
import { signsOfPdf } from '#testing/pdf-signs.ts'
import { testSite } from '#testing/site.ts'
import { partsOfPage } from './document-parts.ts'

const site = await testSite()
const editor = await site.user({ groups: ['learn_admin'] })
const policy = (title: string, html: string) =>
  pageContent(title, [
    block('title', 'heading', { level: 'h1', value: title }),
    block('date', 'description', { type: 'small', value: '2026-11-01' }),
    block('columns', 'layout', { columns: '1:3' }, [
      block('contents', 'navs', { look: 'column', items: [{ title: '目录', url: '#h-keep' }] }),
      block('text', 'description', { type: 'rich', value: html }),
    ]),
  ])
const id = await buildPage(editor, {
  slug: 'privacy',
  texts: {
    zh_CN: policy('隐私政策', '<h2>保存多久</h2><p>三十天。</p><ul><li>验证码：十分钟</li></ul>'),
    fr_FR: policy('Confidentialité', '<h2>Durée</h2><p>Trente jours.</p>'),
  },
})

const address = '/legal/privacy-policy.pdf'
const ask = (language: string, headers: Record<string, string> = {}, url = address) =>
  site.inject({ method: 'GET', url, headers: { 'accept-language': language, ...headers } })

test('the policy is a PDF in the visitor’s language that says its title and its language [SHELL-045] [SHELL-046]', async () => {
  const answer = await ask('fr')
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-language']]).toEqual([
    200,
    'application/pdf',
    'fr-FR',
  ])
  const file = answer.rawPayload
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  const text = file.toString('latin1')
  expect(text).toContain('/Lang (fr-FR)')
  expect(text).toContain('/DisplayDocTitle true')
  expect(text).toContain('/MarkInfo')
  expect((await ask('zh')).headers['content-language']).toBe('zh-CN')
  // no fonts of the machine: it carries its letters, each with what it stands for
  expect(signsOfPdf((await ask('zh')).rawPayload)).toEqual(expect.arrayContaining([...'隐私政策保存多久三十天验证码']))
})

test('a language that the policy is not written in gets the nearest one', async () => {
  expect((await ask('ko')).headers['content-language']).toBe('zh-CN')
})

test('an edited policy is another file at once, and an unchanged one is not sent again', async () => {
  const before = await ask('zh')
  const etag = String(before.headers.etag)
  expect((await ask('zh', { 'if-none-match': etag })).statusCode).toBe(304)
  const params = { id, locale: 'zh_CN' } as const
  const content = policy('隐私政策', '<p>保存六十天。</p>')
  const saved = await editor.call(savePageDraft, { params, body: { baseVersion: 2, content, kind: 'save' } })
  expect((await ask('zh', { 'if-none-match': etag })).statusCode).toBe(304)
  await editor.call(publishPage, { params, body: { version: saved.result.version } })
  const after = await ask('zh', { 'if-none-match': etag })
  expect(after.statusCode).toBe(200)
  expect(signsOfPdf(after.rawPayload)).toContain('六')
})

test('a policy that nobody published has no file', async () => {
  expect((await ask('zh', {}, '/legal/cookies-policy-2024-07-05.pdf')).statusCode).toBe(404)
})

test('on paper a page is its headings, paragraphs and lists; ways around it are left out', () => {
  const { blocks } = policy('隐私政策', '<h2>保存</h2><p>三十天，<b>不多</b>。</p><ol><li>一</li><li>二</li></ol>')
  expect(partsOfPage({ contentDetails: detailsOf(blocks) })).toEqual([
    { kind: 'heading', level: 1, text: '隐私政策' },
    { kind: 'paragraph', text: '2026-11-01', small: true },
    { kind: 'heading', level: 2, text: '保存' },
    { kind: 'paragraph', text: '三十天，不多。', small: false },
    { kind: 'list', ordered: true, items: ['一', '二'] },
  ])
})
