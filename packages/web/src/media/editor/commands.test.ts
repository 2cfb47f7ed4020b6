import { expect, test } from 'vitest'
import { blockCommands, matchingCommands } from './commands.ts'
import { completeAddress } from './links.ts'
import { looksLikeMarkdown } from './markdown-likeness.ts'
import { offeredTones } from './words.ts'

const names: Record<string, string> = { 'editor.table': '表格', 'editor.code_block': '代码块' }
const find = (typed: string) =>
  matchingCommands(
    typed,
    ({ tone, label }) => (tone ? `提示框：${tone}` : (names[label] ?? label)),
    () => true,
  ).map(({ id }) => id)

test('the menu finds a thing by its name, by the initials of its pinyin and in English', () => {
  const callouts = offeredTones.map((tone) => `callout-${tone}`)
  expect(callouts.slice(0, 7)).toEqual(
    ['demo', 'explain', 'ask', 'warn', 'review', 'recap', 'assess'].map((tone) => `callout-${tone}`),
  )
  expect(find('提')).toEqual(callouts)
  expect(find('tsk')).toEqual(callouts)
  expect(find('callout')).toEqual(callouts)
  expect(find('explain')).toEqual(['callout-explain'])
  expect(find('bg')).toEqual(['table'])
  expect(find('表')).toEqual(['table'])
  expect(find('code')).toEqual(['code-block'])
  expect(find('zzz')).toEqual([])
})

test('everything the menu offers has an id of its own', () => {
  expect(new Set(blockCommands.map(({ id }) => id)).size).toBe(blockCommands.length)
})

test.each([
  ['example.com/a', 'https://example.com/a'],
  [' https://example.com ', 'https://example.com'],
  ['/tutorial/a', '/tutorial/a'],
  ['#align', '#align'],
  ['ada@example.com', 'mailto:ada@example.com'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
])('the address %j is taken as %j', (typed, href) => {
  expect(completeAddress(typed)).toBe(href)
})

test.each([
  ['# 标题\n\n正文', true],
  ['```lua\nlocal a\n```', true],
  ['- 一\n- 二\n\n**粗**的字', true],
  ['| a | b |\n|---|---|\n| 1 | 2 |', true],
  [':::explain\n讲解\n:::', true],
  ['一段普通的话，没有任何记号。', false],
  ['5 * 3 * 2 等于 30，价格 # 1', false],
  ['int a = b[0](c); // 调用', false],
  ['第一行\n第二行', false],
])('%j looks like Markdown: %s', (text, expected) => {
  expect(looksLikeMarkdown(text)).toBe(expected)
})
