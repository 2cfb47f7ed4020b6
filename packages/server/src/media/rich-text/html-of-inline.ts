import { isLink, type RichMark, type RichNode } from '@lantern/contract/media/rich-schema.ts'
import type { Element, ElementContent } from 'hast'
import { pictureElement } from '../picture.ts'
import { element } from './code-block.ts'
import { formula } from './formula.ts'
import { markup, missing, type State, textAttr } from './html-of.ts'
import { wordsOf } from './lesson-words.ts'

/** Running text. Neighbours that share a mark share its element, so that a link is one link. */
export function inlineElements(nodes: readonly RichNode[] | undefined, state: State): ElementContent[] {
  return wrapped(
    (nodes ?? []).map((node) => ({ node, marks: [...(node.marks ?? [])] })),
    state,
  )
}

interface Marked {
  node: RichNode
  marks: RichMark[]
}

function wrapped(all: readonly Marked[], state: State): ElementContent[] {
  const out: ElementContent[] = []
  for (let from = 0; from < all.length; ) {
    const { node, marks } = all[from] as Marked
    const [mark, ...rest] = marks
    if (!mark) {
      out.push(...leaf(node, state))
      from++
      continue
    }
    let to = from + 1
    while (to < all.length && sameMark(all[to]?.marks[0], mark)) to++
    const inside = all.slice(from, to).map(({ node: same, marks: own }) => ({ node: same, marks: own.slice(1) }))
    const children = wrapped(rest.length > 0 || to > from + 1 ? inside : [{ node, marks: [] }], state)
    const around = markElement(mark, children)
    out.push(...(around ? [around] : children))
    from = to
  }
  return out
}

function sameMark(one: RichMark | undefined, other: RichMark): boolean {
  if (one === undefined) return false
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

const tagOfMark: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  strike: 'del',
  subscript: 'sub',
  superscript: 'sup',
  highlight: 'mark',
  kbd: 'kbd',
  code: 'code',
}

function markElement({ type, attrs }: RichMark, children: ElementContent[]): Element | null {
  if (type === 'link') {
    const href = typeof attrs?.href === 'string' && isLink(attrs.href) ? attrs.href : ''
    const title = typeof attrs?.title === 'string' ? { title: attrs.title } : {}
    return element('a', href === '' ? { className: ['broken-link'], ...title } : { href, ...title }, children)
  }
  const tagName = Object.hasOwn(tagOfMark, type) ? tagOfMark[type] : undefined
  if (!tagName) return null
  return element(tagName, attrs?.kind === 'access' ? { className: ['code-access'] } : {}, children)
}

function leaf(node: RichNode, state: State): ElementContent[] {
  switch (node.type) {
    case 'text':
      return typeof node.text === 'string' && node.text !== '' ? [{ type: 'text', value: node.text }] : []
    case 'hardBreak':
      return [element('br', {}, [])]
    case 'inlineImage':
      return [inlineImage(node, state)]
    case 'math':
      return formula(textAttr(node, 'latex'), false)
    case 'inlineHtml':
      return markup(node, state)
    default:
      return []
  }
}

function inlineImage(node: RichNode, { pictures, language }: State): Element {
  const picture = pictures.get(textAttr(node, 'imageId'))
  const alt = textAttr(node, 'alt')
  if (!picture) return missing(`${wordsOf(language).missingPicture}${alt && `: ${alt}`}`)
  const place = (['icon', 'left', 'right'] as const).find((known) => known === node.attrs?.place) ?? 'inline'
  return pictureElement(picture, alt, place)
}
