import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCommonMark } from './dialect.ts'
import { readLesson } from './lesson-text.ts'
import { type RenderContext, renderMarkdown } from './markdown.ts'
import { cutIntoSteps, headingAnchors } from './steps.ts'

function html(markdown: string, context: Partial<RenderContext> = {}): Promise<string> {
  return renderMarkdown(toCommonMark(markdown, 'zh').text, {
    language: 'zh',
    anchor: headingAnchors(),
    link: (href) => href,
    picture: async () => null,
    ...context,
  })
}

test.each([
  [
    'Chinese emphasis beside punctuation',
    '显示*“保存”*的按钮和**重点：**后文',
    '<p>显示<em>“保存”</em>的按钮和<strong>重点：</strong>后文</p>',
  ],
  ['sub and superscript', 'y^2^ 与 O~n~ 不同于 ~~删~~', '<p>y<sup>2</sup> 与 O<sub>n</sub> 不同于 <del>删</del></p>'],
  ['dashes', 'a---b，0--15，用 --verbose', '<p>a—b，0–15，用 --verbose</p>'],
  [
    'an address before Chinese punctuation',
    '见 https://example.com/a。',
    '<p>见 <a href="https://example.com/a" target="_blank" rel="noopener noreferrer">https://example.com/a</a>。</p>',
  ],
  [
    'an address before a Chinese word',
    '见https://example.com/a?b=1的说明，或 www.example.com“首页”',
    '<p>见<a href="https://example.com/a?b=1" target="_blank" rel="noopener noreferrer">https://example.com/a?b=1</a>的说明，或 <a href="http://www.example.com" target="_blank" rel="noopener noreferrer">www.example.com</a>“首页”</p>',
  ],
  ['a label of access', '`get+set`{.mark}', '<p><code class="code-access">get+set</code></p>'],
  ['prices', '$5 和 $6 都便宜', '<p>$5 和 $6 都便宜</p>'],
  ['a word in angle brackets', '放进 <AppName>.app', '<p>放进 &#x3C;AppName>.app</p>'],
  ['tasks', '- [x] 做完\n- [ ] 没做', '<ul>\n<li>☑  做完</li>\n<li>☐  没做</li>\n</ul>'],
  ['a heading with an anchor of its own', '### 标题 {#mine}', '<h3 id="h-mine">标题</h3>'],
  [
    'a table without a head',
    '\n|---|---|\n| a | b |',
    '<div class="table-wrap" tabindex="0"><table>\n\n<tbody>\n<tr>\n<td>a</td>\n<td>b</td>\n</tr>\n</tbody>\n</table></div>',
  ],
])('%s', async (_what, markdown, expected) => {
  expect(await html(markdown)).toBe(expected)
})

test.each([
  ['::: warn\n当心\n:::', 'warn', '注意'],
  ['::: sidenote 一行 :::', 'note', '说明'],
  ['::: sidenote 两行\n到这里。 :::', 'note', '说明'],
  ['!!! tip "捷径"\n    按一下', 'tip', '捷径'],
  ['> [!IMPORTANT]\n> 当心', 'warn', '注意'],
  ["<div class='sidenote' markdown='1'>\n字\n</div>", 'note', '说明'],
])('%j is an admonition', async (markdown, tone, name) => {
  expect(await html(markdown)).toMatch(
    new RegExp(
      `^<aside class="callout" role="note" data-tone="${tone}"><strong class="callout-name">${name}</strong>[\\s\\S]*</aside>$`,
    ),
  )
})

test('an admonition that is never closed ends at the next step and is told', () => {
  const { text, notes } = toCommonMark('::: note\n甲\n\n## 下一步\n\n乙', 'zh')
  expect(cutIntoSteps(text).steps.map(({ heading }) => heading)).toEqual([null, '下一步'])
  expect(notes).toEqual([{ kind: 'callout_unclosed', detail: 'note' }])
})

test('a formula is set, and one that cannot be set is shown as written', async () => {
  expect(await html('质能 $E = mc^2$')).toMatch(/^<p>质能 <math data-latex="E = mc\^2">.*<msup>.*<\/math><\/p>$/)
  expect(await html('```math\n\\frac{1\n```')).toBe('<div class="math" tabindex="0"><code>\\frac{1</code></div>')
})

test('code is marked line by line; what looks like markup or a heading in it stays code', async () => {
  const code = await html('```html\n## no\n<script>alert(1)</script>\n```')
  expect(code).toContain('<span class="ln">## no</span>\n<span class="ln"><span class="hljs-tag">')
  expect(code).not.toContain('<script')
  expect(cutIntoSteps('```\n## not a step\n```\n\n## a step').steps.map(({ heading }) => heading)).toEqual([
    null,
    'a step',
  ])
})

test('chapters hold steps; headings of the same words get anchors of their own', () => {
  const { chapters, steps } = cutIntoSteps('导言\n\n# 一\n\n## 准备\n\n# 二\n\n先说\n\n## 准备 {type=lab optional}\n')
  expect(chapters).toEqual(['一', '二'])
  expect(steps.map(({ heading, chapter, anchor }) => [heading, chapter, anchor])).toEqual([
    [null, null, 'overview'],
    ['准备', 0, '准备'],
    ['二', 1, '二'],
    ['准备', 1, '准备-1'],
  ])
  const numbered = cutIntoSteps('## 准备-1\n\n## 准备\n\n## 准备\n\n## 准备 {#start}\n').steps
  expect(numbered.slice(-4).map(({ anchor }) => anchor)).toEqual(['准备-1', '准备', '准备-2', 'start'])
  expect([...(steps[3]?.attributes ?? [])]).toEqual([
    ['type', 'lab'],
    ['optional', ''],
  ])
})

test('underlined headings make steps too, and rules stay rules', () => {
  const { text } = toCommonMark('标题\n====\n\n文\n\n一步\n----\n\n字\n\n---\n', 'zh')
  const { title, steps } = cutIntoSteps(text)
  expect([title, steps.map(({ heading }) => heading)]).toEqual(['标题', [null, '一步']])
})

test('Liquid: raw is taken off, variables of the page are filled in, others and code stay, tags are told', () => {
  const { outline, notes } = readLesson(
    '---\ntitle: 甲\n---\n{% raw %}{{ page.title }}{% endraw %} {{ page.title }} {{TOKEN}} `{{ page.title }}` {% youtube x %}\n\n{% highlight lua %}\nlocal a\n{% endhighlight %}\n',
    { language: 'zh', include: () => null },
  )
  expect(outline.steps[0]?.text).toContain('{{ page.title }} 甲 {{TOKEN}} `{{ page.title }}`')
  expect(outline.steps[0]?.text).toContain('```lua\nlocal a\n```')
  expect(notes).toEqual([{ kind: 'liquid_unknown', detail: 'youtube', line: 4 }])
})

test('parts that include each other end', () => {
  const { notes } = readLesson('开头\n\n:[自己](self.md)\n', {
    language: 'zh',
    include: () => '段\n\n:[自己](self.md)\n',
  })
  expect(notes).toEqual([{ kind: 'part_missing', detail: 'self.md', line: 3 }])
})

const pieces = fc.array(
  fc.constantFrom(
    '# ',
    '## ',
    '::: note',
    ':::',
    ': ',
    '- ',
    '> ',
    '```',
    '$$',
    '|',
    '---',
    '{#a}',
    '{% include x %}',
    '<div>',
    '</aside>',
    '<b>',
    '词',
    '\n',
    '\n\n',
    '    ',
    '![x](y)',
    '[x](y)',
  ),
  { maxLength: 40 },
)

test('no text makes the reader fail, and every step comes out as clean markup', async () => {
  await fc.assert(
    fc.asyncProperty(pieces, async (parts) => {
      const { text } = toCommonMark(parts.join(''), 'zh')
      for (const step of cutIntoSteps(text).steps) {
        const out = await html(step.text)
        expect(out).not.toMatch(/<script|onerror/)
      }
    }),
    { seed: 3, numRuns: 300 },
  )
})
