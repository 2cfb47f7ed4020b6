// @vitest-environment jsdom
import { getSchema } from '@tiptap/core'
import { type Node, DOMParser as SchemaParser } from '@tiptap/pm/model'
import { expect, test } from 'vitest'
import { schemaExtensions } from './extensions.ts'
import { carryMarkup } from './kept-clipboard.ts'
import { keptMarkup } from './kept-markup.ts'
import { cleanPastedHtml, isColouredCode } from './pasted-html.ts'

const schema = getSchema(schemaExtensions())

/** What the editor makes of pasted HTML, in short: `ul(li(p"一"))`. */
function pasted(html: string): string {
  const body = document.createElement('div')
  body.innerHTML = cleanPastedHtml(html).html
  const short = (node: Node): string => {
    if (node.isText) return `${node.marks.map((mark) => `${mark.type.name}:`).join('')}${node.text}`
    const inside: string[] = []
    node.forEach((child) => {
      inside.push(short(child))
    })
    return `${node.type.name}(${inside.join(' ')})`
  }
  return short(SchemaParser.fromSchema(schema).parse(body)).replace(/^doc\((.*)\)$/, '$1')
}

test('Word and WPS write lists as paragraphs: they become lists, one in the other', () => {
  const item = (level: number, mark: string, text: string) =>
    `<p class="MsoListParagraph" style="margin-left:21pt;mso-list:l0 level${level} lfo1"><![if !supportLists]><span lang="EN-US"><span style="mso-list:Ignore">${mark}<span>&nbsp;&nbsp;</span></span></span><![endif]>${text}<o:p></o:p></p>`
  const html = `<html xmlns:o="x"><head><style>p.MsoNormal{color:red}</style><!--[if gte mso 9]><xml>x</xml><![endif]--></head><body>
    <p class="MsoNormal"><b>标题<o:p></o:p></b></p>${item(1, '1.', '一')}${item(2, '·', '一之一')}${item(1, '2.', '二')}<p class="MsoNormal">尾</p></body></html>`
  expect(pasted(html)).toBe(
    'paragraph(bold:标题) orderedList(listItem(paragraph(一) bulletList(listItem(paragraph(一之一)))) listItem(paragraph(二))) paragraph(尾)',
  )
})

test('lists of Word keep their kind, also where one follows another at once and whatever way they count', () => {
  const item = (mark: string, text: string, level = 1) =>
    `<p style="mso-list:l${mark.length} level${level} lfo1"><![if !supportLists]><span style="mso-list:Ignore">${mark}</span><![endif]>${text}</p>`
  const marked: [string, string, number?][] = [
    ['(1)', '一'],
    ['(2)', '二'],
    ['·', '点'],
    ['①', '甲'],
    ['a.', '内', 2],
    ['·', '内点', 2],
  ]
  const html = marked.map((one) => item(...one)).join('')
  expect(pasted(html)).toBe(
    'orderedList(listItem(paragraph(一)) listItem(paragraph(二))) bulletList(listItem(paragraph(点))) ' +
      'orderedList(listItem(paragraph(甲) orderedList(listItem(paragraph(内))) bulletList(listItem(paragraph(内点)))))',
  )
  const firstTag = (mark: string) => /<ol[^>]*>/.exec(cleanPastedHtml(item(mark, '一')).html)?.[0]
  expect(['5.', 'A)', 'i.', '2.1.'].map(firstTag)).toEqual(['<ol start="5">', '<ol type="A">', '<ol type="i">', '<ol>'])
})

test('Google Docs: nothing is bold that is not, and inner lists belong to their item', () => {
  const html =
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400">平</span><span style="font-weight:700">粗</span><span style="font-style:italic">斜</span></p><ul><li dir="ltr"><p>一</p></li><ul><li><p>二</p></li></ul></ul></b>'
  expect(pasted(html)).toBe(
    'paragraph(平 bold:粗 italic:斜) bulletList(listItem(paragraph(一) bulletList(listItem(paragraph(二)))))',
  )
})

test('a web page leaves its scripts, frames, styles and foreign pictures behind', () => {
  const html =
    '<div style="position:fixed"><script>alert(1)</script><h1>标题</h1><p onclick="x()">文 <a href="javascript:alert(1)">坏</a><a href="https://example.com/">好</a></p><iframe src="https://evil.example/"></iframe><form><input value="x"><button>按</button></form></div>'
  expect(pasted(html)).toBe('heading(标题) paragraph(文 坏 link:好) paragraph(按)')
})

test('a player of an offered site comes along, any other does not', () => {
  expect(pasted('<p>看</p><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>')).toBe(
    'paragraph(看) embed()',
  )
})

test('tables keep merged cells and heads', () => {
  expect(pasted('<table><tr><th>a</th><th>b</th></tr><tr><td colspan="2">c</td></tr></table>')).toBe(
    'table(tableRow(tableHeader(paragraph(a)) tableHeader(paragraph(b))) tableRow(tableCell(paragraph(c))))',
  )
})

test('pictures that cannot come are counted, those in the clipboard are handed over, pixels that count readers are neither', () => {
  const html =
    '<img src="https://elsewhere.example/a.png"><img src="file:///C:/a.png"><img src="data:image/png;base64,AAAA"><img src="https://x.example/p.gif" width="1" height="1">'
  expect(cleanPastedHtml(html)).toMatchObject({ lostPictures: 2, carried: ['data:image/png;base64,AAAA'] })
})

test('kept markup can be cut and pasted inside the page', () => {
  const own = `<div data-rich-kept="${carryMarkup('<dl><dt>甲</dt></dl>')}">甲</div>`
  expect(pasted(own)).toBe('html()')
  expect(pasted('<div data-rich-kept="guessed">甲</div>')).toBe('paragraph(甲)')
})

test('kept markup of a foreign page is not taken from the clipboard', () => {
  expect(pasted('<div data-rich-markup="&lt;img src=x onerror=alert(1)&gt;">文</div>')).toBe('paragraph(文)')
})

test('kept markup is shown without anything that runs or calls elsewhere', () => {
  const shown = document.createElement('div')
  shown.append(
    keptMarkup(
      '<dl onclick="x()"><dt style="position:fixed">甲</dt></dl><script>1</script><img src="https://x.example/a.png" onerror="x()"><svg onload="x()"></svg><a href="javascript:x()">乙</a>',
    ),
  )
  expect(shown.innerHTML).toBe('<dl><dt>甲</dt></dl><img><a>乙</a>')
})

test('an empty line of Google Docs, which is a break between blocks, is no paragraph of its own', () => {
  expect(
    pasted('<b style="font-weight:normal"><p>一</p><br><ul><li><p>二</p></li></ul><br><br><p>三<br>四</p></b>'),
  ).toBe('paragraph(一) bulletList(listItem(paragraph(二))) paragraph(三 hardBreak() 四)')
})

test('what an editor of code puts into the clipboard is only coloured', () => {
  expect(isColouredCode('<div style="font-family: Menlo, monospace"><span style="color:#c00">a</span></div>')).toBe(
    true,
  )
  expect(isColouredCode('<p style="font-family: Consolas">a</p><ul><li>b</li></ul>')).toBe(false)
})
