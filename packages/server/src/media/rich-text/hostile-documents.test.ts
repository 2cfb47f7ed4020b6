import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '#kit/errors.ts'
import { eachElement, parseHtml, sanitizeHtml } from '../html.ts'
import { checkDocument } from './check-document.ts'
import { documentOf } from './document-of.ts'
import { htmlOf, type RichTextContext } from './html-of.ts'
import { markdownOf } from './markdown-of.ts'
import { plainTextOf } from './plain-text-of.ts'
import { readRichText } from './reading.ts'

const context: RichTextContext = { language: 'zh', pictures: new Map(), videos: new Map() }

function faultOf(...content: unknown[]) {
  const checked = checkDocument({ type: 'doc', content })
  return checked.kind === 'refused' ? `${checked.fault.reason} ${checked.fault.path}` : checked.document
}

const paragraph = { type: 'paragraph', content: [{ type: 'text', text: '甲' }] }

test.each([
  ['an unknown node', { type: 'script' }, 'unknown_node content.0'],
  ['a document inside', { type: 'doc', content: [paragraph] }, 'unknown_node content.0'],
  ['a node named like a property of every object', { type: 'constructor' }, 'unknown_node content.0'],
  ['an unknown field', { ...paragraph, onclick: 'x()' }, 'unknown_field content.0.onclick'],
  ['a prototype', JSON.parse('{"type":"paragraph","__proto__":{"text":"x"}}'), 'unknown_field content.0.__proto__'],
  ['text where blocks belong', { type: 'text', text: '甲' }, 'bad_content content'],
  ['a block in a paragraph', { type: 'paragraph', content: [paragraph] }, 'bad_content content.0'],
  ['a list of paragraphs', { type: 'bulletList', content: [paragraph] }, 'bad_content content.0'],
  ['an empty list', { type: 'bulletList' }, 'bad_content content.0'],
  ['an empty text', { type: 'paragraph', content: [{ type: 'text', text: '' }] }, 'bad_content content.0.content.0'],
  [
    'a number for a text',
    { type: 'paragraph', content: [{ type: 'text', text: 7 }] },
    'bad_content content.0.content.0',
  ],
  ['an unknown attribute', { type: 'heading', attrs: { level: 2, style: 'x' } }, 'unknown_field content.0.attrs.style'],
  ['a level that is none', { type: 'heading', attrs: { level: 1 } }, 'bad_attribute content.0.attrs.level'],
  [
    'a tone that is none',
    { type: 'callout', attrs: { tone: 'loud' }, content: [paragraph] },
    'bad_attribute content.0.attrs.tone',
  ],
  [
    'a frame of a script',
    { type: 'embed', attrs: { url: 'javascript:alert(1)' } },
    'bad_attribute content.0.attrs.url',
  ],
  ['an id that is a path', { type: 'video', attrs: { videoId: '../x' } }, 'bad_attribute content.0.attrs.videoId'],
  [
    'marks on code',
    { type: 'codeBlock', content: [{ type: 'text', text: 'a', marks: [{ type: 'bold' }] }] },
    'unknown_mark content.0',
  ],
  ['a mark on a block', { ...paragraph, marks: [{ type: 'bold' }] }, 'unknown_mark content.0'],
  [
    'an unknown mark',
    { type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'blink' }] }] },
    'unknown_mark content.0.content.0',
  ],
  ['nothing', null, 'bad_content content.0'],
])('%s is refused where it stands', (_, node, fault) => {
  expect(faultOf(node)).toBe(fault)
})

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '//evil.example',
  '\\\\evil.example',
])('a link to %j is refused, and never written', (href) => {
  const text = { type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href } }] }] }
  expect(faultOf(text)).toBe('bad_attribute content.0.content.0.attrs.href')
  expect(htmlOf({ type: 'doc', content: [text] }, context)).toBe('<p><a class="broken-link">a</a></p>')
})

test('kept markup is cleaned at the door and again when it is written', () => {
  const markup =
    '<dl onclick="x()"><dt><script>alert(1)</script>甲</dt></dl><figure data-embed="https://evil.example/"></figure>'
  const checked = checkDocument({ type: 'doc', content: [{ type: 'html', attrs: { markup } }] })
  expect(checked).toMatchObject({
    document: { content: [{ attrs: { markup: '<dl><dt>甲</dt></dl><figure></figure>' } }] },
  })
  expect(htmlOf({ type: 'doc', content: [{ type: 'html', attrs: { markup } }] }, context)).toBe(
    '<dl><dt>甲</dt></dl><figure></figure>',
  )
})

test('what is too deep or too much is refused before it is followed', () => {
  let deep: unknown = paragraph
  for (let level = 0; level < 100_000; level++) deep = { type: 'blockquote', content: [deep] }
  expect(faultOf(deep)).toMatch(/^too_deep /)
  expect(faultOf(...Array.from({ length: 60_000 }, () => paragraph))).toMatch(/^too_many_nodes /)
  const long = { type: 'paragraph', content: [{ type: 'text', text: '甲'.repeat(1_100_000) }] }
  expect(faultOf(long, long)).toMatch(/^too_long /)
})

test('HTML that is nested a hundred thousand times is refused and names the field', () => {
  expect(() => readRichText('<div>'.repeat(100_000), 'description')).toThrow(Refusal)
  expect(() => readRichText('<b>'.repeat(100_000), 'description')).toThrow(Refusal)
  const reopened = Array.from({ length: 150 }, (_, at) => `<b class="${at}">`).join('') + '<p>a'.repeat(300_000)
  expect(() => readRichText(reopened, 'description')).toThrow(Refusal)
})

test('HTML that never closes its items is read', () => {
  const document = readRichText(`<ul>${'<li>一'.repeat(1000)}</ul>`, 'description')
  expect(document.content[0]?.content).toHaveLength(1000)
})

test('HTML nested deeper than a document may be keeps its words', () => {
  const html = `${'<blockquote>'.repeat(100)}<p>甲</p>${'</blockquote>'.repeat(100)}`
  const document = documentOf(html)
  expect(checkDocument(document).kind).toBe('sound')
  expect(plainTextOf(document)).toBe('甲')
})

const attack = fc.oneof(
  fc.constantFrom(
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '"><svg onload=alert(1)>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '</p><iframe src="https://evil.example">',
    '{{constructor}}',
    '" data-embed="https://evil.example/',
    '\u0000\u202e]]>',
    '<a href="jav&#x09;ascript:alert(1)">x</a>',
  ),
  fc.string({ maxLength: 12, unit: 'grapheme' }),
)
const word = fc.oneof(fc.constantFrom('a', '7-8', 'lua', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'), attack)
const nodeNames = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'codeBlock',
  'callout',
  'table',
  'tableRow',
  'tableHeader',
  'tableCell',
  'image',
  'inlineImage',
  'video',
  'embed',
  'horizontalRule',
  'hardBreak',
  'math',
  'mathBlock',
  'html',
  'inlineHtml',
  'text',
  'script',
  '__proto__',
]
const attributeNames = [
  'level',
  'anchor',
  'start',
  'type',
  'language',
  'fileName',
  'marked',
  'tone',
  'name',
  'colspan',
  'align',
  'imageId',
  'alt',
  'caption',
  'width',
  'place',
  'videoId',
  'url',
  'latex',
  'markup',
  'onclick',
  'style',
]
const markNames = ['link', 'bold', 'italic', 'strike', 'subscript', 'superscript', 'highlight', 'kbd', 'code', 'blink']

const mark = fc.record({
  type: fc.constantFrom(...markNames),
  attrs: fc.record({ href: word, title: word, kind: word }),
})
const { node } = fc.letrec((tie) => ({
  node: fc.record(
    {
      type: fc.constantFrom(...nodeNames),
      attrs: fc.dictionary(fc.constantFrom(...attributeNames), fc.oneof(word, fc.integer(), fc.constant(null)), {
        maxKeys: 6,
      }),
      content: fc.array(tie('node'), { maxLength: 3, depthIdentifier: 'tree' }),
      text: word,
      marks: fc.array(mark, { maxLength: 3 }),
    },
    { requiredKeys: ['type'] },
  ),
}))
const hostile = fc.record({ type: fc.constant('doc'), content: fc.array(node, { maxLength: 4 }) })

test('whatever a document says, checked or not, nothing that runs is written', () => {
  fc.assert(
    fc.property(hostile, (document) => {
      const html = htmlOf(document as never, context)
      const names: string[] = []
      const attributes: string[] = []
      const frames: string[] = []
      eachElement(parseHtml(html), ({ tagName, properties }) => {
        names.push(tagName)
        attributes.push(...Object.keys(properties))
        for (const name of ['href', 'src', 'srcSet']) attributes.push(String(properties[name] ?? ''))
        if (properties.dataEmbed) frames.push(String(properties.dataEmbed))
      })
      expect(names.filter((name) => /^(script|style|svg|iframe|object|embed|template|form|input)$/.test(name))).toEqual(
        [],
      )
      expect(attributes.filter((text) => /^on|^style$|^\s*(javascript|data|vbscript):/i.test(text))).toEqual([])
      expect(frames.filter((address) => !address.startsWith('https://www.youtube-nocookie.com/embed/'))).toEqual([])
    }),
    { seed: 4, numRuns: 1500 },
  )
})

test('a refused document is refused with a place, a sound one stays as it is and can be said in every form', () => {
  fc.assert(
    fc.property(hostile, (document) => {
      const checked = checkDocument(document)
      if (checked.kind === 'refused') {
        expect(checked.fault.path).toMatch(/^content/)
        return
      }
      const html = htmlOf(checked.document, context)
      expect(sanitizeHtml(html)).toBe(html)
      expect(checkDocument(structuredClone(checked.document))).toEqual(checked)
      markdownOf(checked.document)
      plainTextOf(checked.document)
    }),
    { seed: 5, numRuns: 1500 },
  )
})
