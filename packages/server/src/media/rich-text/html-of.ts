import { anchorMaker } from '@lantern/contract/anchors.ts'
import { embedOf } from '@lantern/contract/media/embeds.ts'
import type { Picture } from '@lantern/contract/media/image-url.ts'
import { type RichDoc, type RichNode, richLimits } from '@lantern/contract/media/rich-schema.ts'
import { type CalloutTone, calloutTones, fragmentPrefix } from '@lantern/contract/media/rich-text.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import type { Element, ElementContent, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { parseHtml, sanitizeHtml, sanitizeTree, stringifyHtml } from '../html.ts'
import { pictureElement } from '../picture.ts'
import { codeBlock, element } from './code-block.ts'
import { formula } from './formula.ts'
import { inlineElements } from './html-of-inline.ts'
import { tableElement } from './html-of-table.ts'
import { wordsOf } from './lesson-words.ts'

/** What a document refers to and does not carry. */
export interface RichTextContext {
  language: ContentLanguage
  pictures: ReadonlyMap<string, Picture>
  videos: ReadonlyMap<string, { title: string; poster: Picture | null }>
  /** Addresses that an admin allowed to be embedded here, beside those that everybody may embed. */
  allowedEmbeds?: ReadonlySet<string>
  /** Gives headings anchors that no other heading of the lesson has. */
  anchor?: (text: string, wanted: string | null) => string
}

/** A checked document as the sanitized HTML that pages, feeds and exports show. */
export function htmlOf(document: RichDoc, context: RichTextContext): string {
  const state: State = { ...context, anchor: context.anchor ?? anchorMaker(), hasMarkup: false }
  const children = blockElements(document.content, state, 1)
  const mayEmbed = (player: string) => context.allowedEmbeds?.has(player) ?? false
  // no reader of HTML takes this character
  const html = stringifyHtml(sanitizeTree({ type: 'root', children }, mayEmbed)).replaceAll('\u0000', '')
  // kept markup may stand where a browser would read it otherwise: what a browser reads is what gets cleaned
  return state.hasMarkup ? sanitizeHtml(html, mayEmbed) : html
}

export type State = Omit<RichTextContext, 'anchor'> & Required<Pick<RichTextContext, 'anchor'>> & { hasMarkup: boolean }

export function blockElements(nodes: readonly RichNode[] | undefined, state: State, depth: number): ElementContent[] {
  if (depth > richLimits.depth) return []
  return (nodes ?? []).flatMap((node) => blockElement(node, state, depth))
}

function blockElement(node: RichNode, state: State, depth: number): ElementContent[] {
  const inside = () => blockElements(node.content, state, depth + 1)
  switch (node.type) {
    case 'paragraph': {
      const children = inlineElements(node.content, state)
      return children.length > 0 ? [element('p', {}, children)] : []
    }
    case 'heading':
      return heading(node, state)
    case 'bulletList':
      return [element('ul', {}, listItems(node, state, depth))]
    case 'orderedList': {
      const { start, type } = node.attrs ?? {}
      const properties = { ...(start !== 1 && { start: Number(start ?? 1) }), ...(type && { type: String(type) }) }
      return [element('ol', properties, listItems(node, state, depth))]
    }
    case 'blockquote':
      return [element('blockquote', {}, inside())]
    case 'codeBlock': {
      const source = (node.content ?? []).map(({ text }) => text ?? '').join('')
      const looks = { fileName: textAttr(node, 'fileName'), marked: textAttr(node, 'marked') }
      return [codeBlock(source, textAttr(node, 'language'), looks)]
    }
    case 'callout':
      return [callout(node, state, inside())]
    case 'table':
      return tableElement(node, state, depth)
    case 'image':
      return [image(node, state)]
    case 'video':
      return [video(node, state)]
    case 'embed':
      return embed(node, state)
    case 'horizontalRule':
      return [element('hr', {}, [])]
    case 'mathBlock':
      return [element('div', { className: ['math'], tabIndex: 0 }, formula(textAttr(node, 'latex'), true))]
    case 'html':
      return markup(node, state)
    default:
      return []
  }
}

function heading(node: RichNode, state: State): ElementContent[] {
  const children = inlineElements(node.content, state)
  if (children.length === 0) return []
  const level = Math.min(6, Math.max(2, Number(node.attrs?.level ?? 2)))
  const text = textOf(element('p', {}, children))
  const anchor = state.anchor(text, textAttr(node, 'anchor') || null)
  return [element(`h${level}`, { id: `${fragmentPrefix}${anchor}` }, children)]
}

/** An item of one paragraph is one line, as Markdown writes it; what hangs below keeps its own form. */
function listItems(node: RichNode, state: State, depth: number): ElementContent[] {
  return (node.content ?? [])
    .filter(({ type }) => type === 'listItem')
    .map((item) => {
      const [first, ...rest] = item.content ?? []
      const isTight = rest.every(({ type }) => type === 'bulletList' || type === 'orderedList')
      const line = isTight && first?.type === 'paragraph' ? inlineElements(first.content, state) : null
      const below = blockElements(line ? rest : item.content, state, depth + 2)
      return element('li', {}, [...(line ?? []), ...below])
    })
}

function callout(node: RichNode, state: State, inside: ElementContent[]): Element {
  const tone: CalloutTone = calloutTones.find((known) => known === node.attrs?.tone) ?? 'note'
  const text = textAttr(node, 'name') || wordsOf(state.language).tones[tone]
  const name = element('strong', { className: ['callout-name'] }, [{ type: 'text', value: text }])
  return element('aside', { className: ['callout'], role: 'note', dataTone: tone }, [name, ...inside])
}

/** The most pixels that a picture takes in the text. */
const widthOf: Record<string, number> = { small: 280, medium: 480 }

function image(node: RichNode, state: State): Element {
  const alt = textAttr(node, 'alt')
  const width = textAttr(node, 'width')
  const picture = state.pictures.get(textAttr(node, 'imageId'))
  const shown = picture
    ? pictureElement(picture, alt, 'block', widthOf[width])
    : missing(`${wordsOf(state.language).missingPicture}${alt && `: ${alt}`}`)
  const className = ['figure', ...(widthOf[width] ? [`figure-${width}`] : [])]
  return element('figure', { className }, [shown, ...caption(node)])
}

function video(node: RichNode, state: State): Element {
  const videoId = textAttr(node, 'videoId')
  const found = state.videos.get(videoId)
  const title = found?.title || videoId
  if (!found) {
    const words = missing(`${wordsOf(state.language).missingVideo}: ${videoId}`)
    return element('figure', { className: ['video'], dataVideo: videoId }, [words, ...caption(node)])
  }
  const poster = found.poster ? [pictureElement(found.poster, '')] : []
  const link = element('p', {}, [{ type: 'text', value: `▶ ${title}` }])
  return element('figure', { className: ['video'], dataVideo: videoId }, [...poster, link, ...caption(node)])
}

function embed(node: RichNode, { allowedEmbeds }: State): ElementContent[] {
  const url = textAttr(node, 'url')
  const offered = embedOf(url)
  const page = offered?.page ?? url
  const shownUrl = page.replace(/^https?:\/\/(www\.)?/, '')
  const link = element('p', { className: ['embed'] }, [
    element('a', { href: page }, [{ type: 'text', value: `▶ ${shownUrl}` }]),
  ])
  const player = offered?.player ?? (allowedEmbeds?.has(url) ? url : null)
  if (player === null && textAttr(node, 'caption') === '') return [link]
  const properties = {
    className: ['embed'],
    ...(player !== null && { dataEmbed: player }),
    ...(offered && { dataProvider: offered.provider }),
  }
  return [element('figure', properties, [link, ...caption(node)])]
}

export function markup(node: RichNode, state: State): ElementContent[] {
  state.hasMarkup = true
  return (parseHtml(textAttr(node, 'markup')) as Root).children as ElementContent[]
}

export function missing(text: string): Element {
  return element('span', { className: ['missing'] }, [{ type: 'text', value: text }])
}

function caption(node: RichNode): ElementContent[] {
  const text = textAttr(node, 'caption')
  return text === '' ? [] : [element('figcaption', {}, [{ type: 'text', value: text }])]
}

export function textAttr(node: RichNode, name: string): string {
  const attrs = node.attrs
  const value = attrs && Object.hasOwn(attrs, name) ? attrs[name] : ''
  return typeof value === 'string' ? value : ''
}
