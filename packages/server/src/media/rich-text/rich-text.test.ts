import type { Picture } from '@lantern/contract/media/image-url.ts'
import type { RichDoc } from '@lantern/contract/media/rich-schema.ts'
import { calloutTones } from '@lantern/contract/media/rich-text.ts'
import { toString as textOf } from 'hast-util-to-string'
import { expect, test } from 'vitest'
import { parseHtml, sanitizeHtml, stringifyHtml } from '../html.ts'
import { pictureElement } from '../picture.ts'
import { checkDocument } from './check-document.ts'
import { documentOf } from './document-of.ts'
import { htmlOf, type RichTextContext } from './html-of.ts'
import { plainTextOf } from './plain-text-of.ts'

const picture: Picture = { id: 'img_a', width: 1600, height: 900, extension: 'jpg' }
const context: RichTextContext = { language: 'zh', pictures: new Map([['img_a', picture]]), videos: new Map() }

function again(html: string): string {
  return htmlOf(documentOf(html), context)
}

const imported = {
  paragraph: '<p>甲 <strong>乙<em>丙</em></strong><code>x</code> <a href="/tutorial/a">丁</a></p>',
  'linked code': '<p><a href="/tutorial/a"><code>sprite.play()</code></a></p>',
  'a label beside a name': '<p><strong>size</strong><code class="code-access">get+set</code></p>',
  'a link that leads nowhere': '<p><a class="broken-link">旧页</a></p>',
  'a line break': '<p>甲<br>乙</p>',
  heading: '<h3 id="h-开始">开始</h3><h4 id="h-a">A</h4>',
  'nested lists': '<ul><li>一<ul><li>二<ol start="3"><li>三</li></ol></li></ul></li><li><p>四</p><p>五</p></li></ul>',
  'an item of code':
    '<ol><li><figure class="codeblock"><pre tabindex="0"><code class="hljs"><span class="ln">a</span></code></pre></figure></li></ol>',
  quotation: '<blockquote><p>甲</p><p>乙</p></blockquote>',
  table:
    '<div class="table-wrap" tabindex="0"><table><thead><tr><th>a</th><th align="right">b</th></tr></thead>' +
    '<tbody><tr><td>1</td><td align="right"><code>2</code></td></tr><tr><td colspan="2">3</td></tr></tbody></table></div>',
  'a table without a head':
    '<div class="table-wrap" tabindex="0"><table><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>',
  definitions: '<dl><dt>甲</dt><dd>乙</dd></dl>',
  footnotes:
    '<p>甲<sup><a href="#h-fn-1" id="h-fnref-1" data-footnote-ref="" aria-label="1">1</a></sup></p>' +
    '<section data-footnotes="" class="footnotes"><ol><li id="h-fn-1"><p>注</p></li></ol></section>',
  details: '<details><summary>甲</summary><p>乙</p></details>',
  'a formula':
    '<p>甲<math><mi>x</mi></math></p><div class="math" tabindex="0"><math display="block"><mi>y</mi></math></div>',
  'a ruler': '<p>甲</p><hr><p>乙</p>',
  'keys and marks': '<p><kbd>Ctrl</kbd>H<sub>2</sub>O x<sup>2</sup><mark>要点</mark><del>旧</del></p>',
  'words without a mark of ours': '<p><abbr title="High Level">HL</abbr><ruby>漢<rt>かん</rt></ruby></p>',
  'a missing picture': '<p><span class="missing">缺少图片: a.png</span></p>',
}

test.each(Object.entries(imported))('an imported lesson keeps its %s', (_, html) => {
  expect(sanitizeHtml(html)).toBe(html)
  expect(again(html)).toBe(html)
})

test.each(calloutTones)('a %s callout keeps its tone, its name and what is in it', (tone) => {
  const own = `<aside class="callout" role="note" data-tone="${tone}"><strong class="callout-name">自己的名字</strong><p>甲</p><ul><li>乙</li></ul></aside>`
  expect(again(own)).toBe(own)
  const document: RichDoc = {
    type: 'doc',
    content: [
      {
        type: 'callout',
        attrs: { tone, name: '' },
        content: [{ type: 'paragraph', content: [{ type: 'text', text: '甲' }] }],
      },
    ],
  }
  const zh = htmlOf(document, context)
  const en = htmlOf(document, { ...context, language: 'en' })
  expect(documentOf(zh)).toEqual(document)
  expect(documentOf(en)).toEqual(document)
  expect(textOf(parseHtml(zh))).not.toBe(textOf(parseHtml(en)))
})

test('code keeps its language, file name, marked lines and numbered marks', () => {
  const document: RichDoc = {
    type: 'doc',
    content: [
      {
        type: 'codeBlock',
        attrs: { language: 'lua', fileName: 'hero.script', marked: '2-3' },
        content: [{ type: 'text', text: 'local a = 1 -- <1>\n\nreturn a\n\n  end' }],
      },
    ],
  }
  const html = htmlOf(document, context)
  expect(html).toContain('<figcaption>hero.script</figcaption>')
  expect(html).toContain('<span class="code-mark">1</span>')
  expect(html.match(/ln-mark/g)).toHaveLength(2)
  expect(documentOf(html)).toEqual(document)
})

test('pictures come in the sizes that are needed, at most 772 wide in the text', () => {
  const html = `<figure class="figure">${stringifyHtml({ type: 'root', children: [pictureElement(picture, '阴影')] })}<figcaption>图一</figcaption></figure>`
  expect(documentOf(html).content).toEqual([
    { type: 'image', attrs: { imageId: 'img_a', alt: '阴影', caption: '图一', width: 'full' } },
  ])
  expect(again(html)).toBe(html)
  expect(html).toContain('sizes="(max-width: 772px) 100vw, 772px"')
})

test('a small picture stays small', () => {
  const document: RichDoc = {
    type: 'doc',
    content: [{ type: 'image', attrs: { imageId: 'img_a', alt: '', caption: '', width: 'small' } }],
  }
  const html = htmlOf(document, context)
  expect(html).toContain('class="figure figure-small"')
  expect(html).toContain('280px')
  expect(documentOf(html)).toEqual(document)
})

test('a video is a figure that the page turns into a player [VIDEO-002]', () => {
  const document: RichDoc = { type: 'doc', content: [{ type: 'video', attrs: { videoId: 'vd_a', caption: '演示' } }] }
  const html = htmlOf(document, { ...context, videos: new Map([['vd_a', { title: '平移', poster: picture }]]) })
  expect(html).toMatch(
    /^<figure class="video" data-video="vd_a"><picture>.*<p>▶ 平移<\/p><figcaption>演示<\/figcaption><\/figure>$/,
  )
  expect(documentOf(html)).toEqual(document)
})

test('players of offered sites become frames, others stay links until an admin allows them [VIDEO-002]', () => {
  const page = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
  const embed = (url: string): RichDoc => ({ type: 'doc', content: [{ type: 'embed', attrs: { url, caption: '' } }] })
  const html = htmlOf(embed(page), context)
  expect(html).toContain('data-embed="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"')
  expect(html).toContain('data-provider="youtube"')
  expect(documentOf(html)).toEqual(embed(page))
  const other = 'https://viewer.example.com/scene/1'
  expect(htmlOf(embed(other), context)).toBe(
    `<p class="embed"><a href="${other}" target="_blank" rel="noopener noreferrer">▶ viewer.example.com/scene/1</a></p>`,
  )
  expect(htmlOf(embed(other), { ...context, allowedEmbeds: new Set([other]) })).toContain(`data-embed="${other}"`)
  expect(sanitizeHtml(`<figure class="embed" data-embed="${other}"></figure>`)).toBe('<figure class="embed"></figure>')
})

test('a formula remembers how it was written', () => {
  const document: RichDoc = {
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'math', attrs: { latex: 'x^2 < "y"' } }] },
      { type: 'mathBlock', attrs: { latex: '\\frac{1}{2}' } },
    ],
  }
  expect(documentOf(htmlOf(document, context))).toEqual(document)
})

test('what comes out of HTML is a sound document', () => {
  for (const html of Object.values(imported)) {
    const document = documentOf(html)
    expect(checkDocument(structuredClone(document))).toEqual({ kind: 'sound', document })
  }
})

test('plain text is what is read, a block a line', () => {
  expect(plainTextOf(documentOf('<h3>甲</h3><p>乙<br>丙 <b>丁</b></p><ul><li>戊</li></ul><dl><dt>己</dt></dl>'))).toBe(
    '甲\n乙\n丙 丁\n戊\n己',
  )
})
