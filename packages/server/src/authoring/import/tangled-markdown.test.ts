import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { documentOfMarkdown } from './markdown-document.ts'
import { isTangledMarkdown } from './tangled-markdown.ts'

const site = await testSite()

test.each([
  ['emphasis that never ends', '**a*b'.repeat(30_000)],
  ['a quotation of quotations', '>'.repeat(5000)],
  ['a list of lists', `${'- '.repeat(2000)}a`],
  ['brackets', '['.repeat(50_000)],
  ['tags', '<b>'.repeat(20_000)],
  ['callouts in callouts', ':::tip\n'.repeat(2000)],
])('%s is refused before it is followed', async (_, text) => {
  await expect(documentOfMarkdown(site.db, text, 'zh')).rejects.toMatchObject({ status: 400 })
})

test('what people write is not tangled', () => {
  expect(isTangledMarkdown('**粗** *斜* `码` [链接](/a)。\n\n'.repeat(2000))).toBe(false)
  expect(isTangledMarkdown('| **a** | *b* |\n'.repeat(2000))).toBe(false)
  expect(isTangledMarkdown('> > 引用\n- 一\n  - 二\n')).toBe(false)
  expect(isTangledMarkdown(`${'----------'.repeat(20)}\n`)).toBe(false)
})
