import type { RichDoc, RichMark, RichNode } from '@lantern/contract/media/rich-schema.ts'
import { type CalloutTone, calloutTones } from '@lantern/contract/media/rich-text.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDocument } from './check-document.ts'
import { documentOf } from './document-of.ts'
import { htmlOf, type RichTextContext } from './html-of.ts'

const context: RichTextContext = {
  language: 'zh',
  pictures: new Map([['img_a', { id: 'img_a', width: 900, height: 600, extension: 'png' }]]),
  videos: new Map([['vd_a', { title: '平移', poster: null }]]),
}

// documents as the editor makes them
const words = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'甲乙丙abc<>&"\'`*_#') })
const marks = fc.subarray<RichMark>([
  { type: 'link', attrs: { href: 'https://example.com/a?b=1&c=2', title: null } },
  { type: 'bold' },
  { type: 'italic' },
  { type: 'strike' },
  { type: 'highlight' },
  { type: 'kbd' },
  { type: 'code', attrs: { kind: null } },
])
const text = fc
  .record({ text: words, marks })
  .map(({ text: said, marks: own }): RichNode => ({ type: 'text', text: said, ...(own.length > 0 && { marks: own }) }))
const line = fc.array(text, { minLength: 1, maxLength: 4 }).map(joined)
const paragraph = line.map((content): RichNode => ({ type: 'paragraph', content }))
const code = fc
  .record({
    source: fc.string({ minLength: 1, unit: fc.constantFrom(...'ab \n{}"#/-') }),
    language: fc.constantFrom('', 'lua', 'csharp', 'plaintext'),
    fileName: fc.constantFrom('', 'a.cs'),
    marked: fc.constantFrom('', '1'),
  })
  .filter(({ source }) => !source.endsWith('\n') && !source.startsWith('\n'))
  .map(
    ({ source, language, fileName, marked }): RichNode => ({
      type: 'codeBlock',
      attrs: { language, fileName, marked },
      content: [{ type: 'text', text: source }],
    }),
  )
const cell = (type: string) =>
  paragraph.map((only): RichNode => ({ type, attrs: { colspan: 1, rowspan: 1, align: null }, content: [only] }))
const row = (type: string) =>
  fc.array(cell(type), { minLength: 2, maxLength: 2 }).map((content): RichNode => ({ type: 'tableRow', content }))
const table = fc
  .tuple(row('tableHeader'), fc.array(row('tableCell'), { minLength: 1, maxLength: 3 }))
  .map(([head, rows]): RichNode => ({ type: 'table', attrs: { caption: '' }, content: [head, ...rows] }))
const leaves = fc.constantFrom<RichNode>(
  { type: 'horizontalRule' },
  { type: 'image', attrs: { imageId: 'img_a', alt: '图', caption: '', width: 'medium' } },
  { type: 'video', attrs: { videoId: 'vd_a', caption: '' } },
  { type: 'embed', attrs: { url: 'https://vimeo.com/123456', caption: '看' } },
  { type: 'mathBlock', attrs: { latex: 'a_1' } },
)
const { block } = fc.letrec<{ block: RichNode; list: RichNode; callout: RichNode }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'tree' },
    paragraph,
    code,
    table,
    leaves,
    tie('list'),
    tie('callout'),
  ),
  list: fc
    .array(fc.tuple(paragraph, fc.array(tie('block'), { maxLength: 2, depthIdentifier: 'tree' })), {
      minLength: 1,
      maxLength: 3,
    })
    .map(
      (items): RichNode => ({
        type: 'bulletList',
        content: items.map(([first, rest]) => ({ type: 'listItem', content: [first, ...rest] })),
      }),
    ),
  callout: fc
    .record({
      tone: fc.constantFrom<CalloutTone>(...calloutTones),
      name: fc.constantFrom('', '自己的名字'),
      content: fc.array(tie('block'), { minLength: 1, maxLength: 2, depthIdentifier: 'tree' }),
    })
    .map(({ tone, name, content }): RichNode => ({ type: 'callout', attrs: { tone, name }, content })),
}))
const documents = fc.array(block, { minLength: 1, maxLength: 5 }).map((content): RichDoc => ({ type: 'doc', content }))

test('a document that became HTML becomes the same document again', () => {
  fc.assert(
    fc.property(documents, (document) => {
      expect(checkDocument(structuredClone(document))).toEqual({ kind: 'sound', document })
      const html = htmlOf(document, context)
      expect(documentOf(html)).toEqual(document)
      expect(htmlOf(documentOf(html), context)).toBe(html)
    }),
    { seed: 3, numRuns: 400 },
  )
})

/** Neighbours with the same marks are one text, as in the editor. */
function joined(nodes: RichNode[]): RichNode[] {
  const out: RichNode[] = []
  for (const node of nodes) {
    const last = out.at(-1)
    if (last && JSON.stringify(last.marks) === JSON.stringify(node.marks)) last.text = `${last.text}${node.text}`
    else out.push({ ...node })
  }
  return out
}
