import { readMarkdownText } from '@lantern/contract/authoring/markdown.ts'
import { expect, test } from 'vitest'
import { errandsAside } from '#kit/aside.ts'
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
  await expect(documentOfMarkdown(site.db, { text, language: 'zh', forWhom: 'ada' })).rejects.toMatchObject({
    status: 400,
  })
})

const slow: Record<string, string> = {
  spaces: `a${' '.repeat(300_000 - 2)}b`,
  'a table of thousands of columns': `|${'a|'.repeat(3000)}\n|${'-|'.repeat(3000)}\n${`|${'b|'.repeat(3000)}\n`.repeat(20)}`,
  'lines and then an underline': `${'a\n'.repeat(40_000)}=`,
  fences: '```\n'.repeat(40_000),
  'lists in lists': Array.from({ length: 400 }, (_, n) => `${'  '.repeat(n)}- a`).join('\n'),
}

test('what takes long to read is read aside, and the thread that answers visitors has time for them', async () => {
  const author = await site.user({ groups: ['learn_creator_zh'] })
  const read = (text: string) => author.call(readMarkdownText, { body: { text, language: 'zh' } })
  expect((await read('光')).status).toBe(200)
  const before = errandsAside()
  for (const [what, text] of Object.entries(slow))
    expect([what, [200, 400]]).toEqual([what, expect.arrayContaining([(await read(text)).status])])
  expect(errandsAside() - before).toBe(Object.keys(slow).length)
}, 60_000)

test('what people write is not tangled', () => {
  expect(isTangledMarkdown('**粗** *斜* `码` [链接](/a)。\n\n'.repeat(2000))).toBe(false)
  expect(isTangledMarkdown('| **a** | *b* |\n'.repeat(2000))).toBe(false)
  expect(isTangledMarkdown('> > 引用\n- 一\n  - 二\n')).toBe(false)
  expect(isTangledMarkdown(`${'----------'.repeat(20)}\n`)).toBe(false)
})
