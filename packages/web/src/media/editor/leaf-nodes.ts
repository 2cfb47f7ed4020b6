import { embedOf } from '@lantern/contract/media/embeds.ts'
import { type Extensions, nodeInputRule } from '@tiptap/core'
import { carriedMarkup, carryMarkup } from './kept-clipboard.ts'
import { keptMarkup } from './kept-markup.ts'
import { schemaNode } from './schema-extensions.ts'

/** What stands in the text as one piece: pictures, players, formulas, rulers, kept markup. */
export function leafNodes(): Extensions {
  return [image, inlineImage, video, embed, horizontalRule, math, mathBlock, html, inlineHtml]
}

const image = schemaNode(
  'image',
  { imageId: storedImage, alt: (element) => pictureOf(element)?.getAttribute('alt') ?? '', caption: captionOf },
  {
    draggable: true,
    parseHTML: () => [
      { tag: 'figure[data-rich-imageid]' },
      { tag: 'figure.figure', getAttrs: (element) => (storedImage(element) ? null : false) },
      { tag: 'img', getAttrs: (element) => (storedImage(element) ? null : false) },
    ],
    renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes],
  },
)

const inlineImage = schemaNode(
  'inlineImage',
  {},
  {
    parseHTML: () => [{ tag: 'span[data-rich-imageid]' }],
    renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes],
  },
)

const video = schemaNode(
  'video',
  { videoId: (element) => element.dataset.video, caption: captionOf },
  {
    draggable: true,
    parseHTML: () => [{ tag: 'figure[data-rich-videoid]' }, { tag: 'figure[data-video]' }],
    renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes],
  },
)

const embed = schemaNode(
  'embed',
  { url: (element) => embedOf(element.getAttribute('src') ?? element.dataset.embed ?? '')?.page, caption: captionOf },
  {
    draggable: true,
    parseHTML: () => [
      { tag: 'figure[data-rich-url]' },
      { tag: 'figure[data-embed]' },
      { tag: 'iframe[src]', getAttrs: (frame) => (embedOf(frame.getAttribute('src') ?? '') ? null : false) },
    ],
    renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes],
  },
)

const horizontalRule = schemaNode(
  'horizontalRule',
  {},
  {
    parseHTML: () => [{ tag: 'hr' }],
    renderHTML: () => ['hr'],
    addInputRules() {
      return [nodeInputRule({ find: /^(?:---|—-|___\s|\*\*\*\s)$/, type: this.type })]
    },
  },
)

const math = schemaNode(
  'math',
  {},
  {
    parseHTML: () => [{ tag: 'span[data-rich-latex]' }],
    renderHTML: ({ node, HTMLAttributes }) => ['span', HTMLAttributes, node.attrs.latex],
    renderText: ({ node }) => `$${node.attrs.latex}$`,
  },
)

const mathBlock = schemaNode(
  'mathBlock',
  {},
  {
    parseHTML: () => [{ tag: 'div[data-rich-latex]' }],
    renderHTML: ({ node, HTMLAttributes }) => ['div', HTMLAttributes, node.attrs.latex],
    renderText: ({ node }) => `$$${node.attrs.latex}$$`,
  },
)

const html = keptNode('html', 'div')
const inlineHtml = keptNode('inlineHtml', 'span')

/** Elsewhere its words are pasted, in this page all of it. */
function keptNode(name: 'html' | 'inlineHtml', tag: 'div' | 'span') {
  return schemaNode(
    name,
    {},
    {
      parseHTML: () => [
        {
          tag: `${tag}[data-rich-kept]`,
          getAttrs: (element) => {
            const markup = carriedMarkup(element.getAttribute('data-rich-kept'))
            return markup === null ? false : { markup }
          },
        },
      ],
      renderHTML: ({ node }) => {
        const markup = String(node.attrs.markup)
        return [tag, { 'data-rich-kept': carryMarkup(markup) }, keptMarkup(markup).textContent ?? '']
      },
    },
  )
}

function pictureOf(element: HTMLElement): Element | null {
  return element.matches('img') ? element : element.querySelector('img')
}

/** The id of a picture of this site; a picture elsewhere has none. */
function storedImage(element: HTMLElement): string | undefined {
  return /^\/media\/images\/([\w-]+)\//.exec(pictureOf(element)?.getAttribute('src') ?? '')?.[1]
}

function captionOf(element: HTMLElement): string | undefined {
  return element.querySelector('figcaption')?.textContent?.trim().slice(0, 1000)
}
