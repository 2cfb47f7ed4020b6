import type { Picture } from '@lantern/contract/media/image-url.ts'
import { fragmentPrefix } from '@lantern/contract/media/rich-text.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import type { Element, ElementContent, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import {
  codeBlock,
  eachElement,
  element,
  formula,
  parseRawNodes,
  pictureElement,
  sanitizeTree,
  stringifyHtml,
  toneOf,
  wordsOf,
} from '#media/index.ts'
import { readInlineMarks } from './inline-marks.ts'
import { FileFailure } from './note.ts'
import { type Heading, splitAttributes } from './steps.ts'
import { isTangledMarkdown } from './tangled-markdown.ts'

export interface RenderContext {
  language: ContentLanguage
  /** The highest level that a heading may have; 3 inside a step, whose title is the second. */
  highestHeading?: number
  /** Anchors of headings inside a step, unique in the lesson. */
  anchor(heading: Heading): string
  /** Where a link of the lesson leads; null when it leads nowhere. */
  link(href: string): string | null
  /** The stored picture for an address in the lesson; null when there is none. */
  picture(src: string): Promise<Picture | null>
}

const parser = unified().use(remarkParse).use(remarkGfm, { singleTilde: false }).use(remarkCjkFriendly)

/** Markdown of one step as sanitized HTML. */
export async function renderMarkdown(markdown: string, context: RenderContext): Promise<string> {
  if (isTangledMarkdown(markdown)) throw new FileFailure('too_deep', '')
  const words = wordsOf(context.language)
  const mdast = parser.parse(markdown)
  readInlineMarks(mdast)
  const toHast = unified().use(remarkRehype, {
    allowDangerousHtml: true,
    clobberPrefix: '',
    footnoteLabel: words.footnotes,
    footnoteLabelTagName: 'h3',
    footnoteLabelProperties: {},
  })
  let tree: Root = toHast.runSync(mdast)
  eachElement(tree, keepMeta)
  if (/<[a-z!/]/i.test(markdown)) tree = parseRawNodes(tree)
  replaceElements(tree, (node, parent) => rewritten(node, parent, context))
  await placePictures(tree, context)
  mergeDefinitionLists(tree)
  return stringifyHtml(sanitizeTree(tree))
}

/** The new form of an element; null keeps it as it is. Children come after their parents. */
function rewritten(node: Element, parent: Root | Element, context: RenderContext): ElementContent[] | null {
  switch (node.tagName) {
    case 'pre':
      return preformatted(node)
    case 'code':
      return inlineCode(node, parent)
    case 'a':
      return link(node, context)
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      headline(node, context)
      return null
    case 'table':
      dropEmptyHead(node)
      return parentIs(parent, 'table-wrap')
        ? null
        : [element('div', { className: ['table-wrap'], tabIndex: 0 }, [node])]
    case 'blockquote':
      return quotedCallout(node, context)
    case 'iframe':
      return player(node)
    case 'input':
      return node.properties.type === 'checkbox' ? [{ type: 'text', value: node.properties.checked ? '☑ ' : '☐ ' }] : []
    case 'dt':
      unwrapParagraph(node)
      return null
    default:
      return null
  }
}

function preformatted(node: Element): ElementContent[] | null {
  const code = node.children.find((child) => child.type === 'element' && child.tagName === 'code')
  if (node.properties.tabIndex !== undefined || code?.type !== 'element') return null
  const info = String([code.properties.className ?? ''].flat()[0] ?? '').replace(/^language-/, '')
  const source = textOf(code)
  if (info === 'math') return [element('div', { className: ['math'], tabIndex: 0 }, formula(source, true))]
  return [codeBlock(source, info, looksOf(code.properties))]
}

/** What stands behind the language of a block of code; reading markup anew would drop it. */
function keepMeta({ data, properties }: Element): void {
  if (data && 'meta' in data && typeof data.meta === 'string') properties.dataMeta = data.meta
}

/** ` ```lua title="hero.script" {2-3} ` names the file and the lines that stand out. */
function looksOf({ dataMeta }: Element['properties']): { fileName: string; marked: string } {
  const meta = String(dataMeta ?? '')
  return {
    fileName: /title="([^"]{1,200})"/.exec(meta)?.[1] ?? '',
    marked: /\{([\d\s,–-]{1,200})\}/.exec(meta)?.[1] ?? '',
  }
}

function inlineCode(node: Element, parent: Root | Element): ElementContent[] | null {
  if ('tagName' in parent && parent.tagName === 'pre') return null
  const classes = [node.properties.className ?? []].flat()
  if (classes.includes('math')) return formula(textOf(node), false)
  if (classes.includes('math-display')) return formula(textOf(node), true)
  if (classes.includes('mark')) node.properties.className = ['code-access']
  else delete node.properties.className
  return null
}

function link(node: Element, context: RenderContext): ElementContent[] | null {
  const { href } = node.properties
  if (typeof href !== 'string' || 'dataFootnoteRef' in node.properties || 'dataFootnoteBackref' in node.properties)
    return null
  const target = context.link(href)
  node.properties = target === null ? { className: ['broken-link'] } : { ...node.properties, href: target }
  return null
}

function headline(node: Element, context: RenderContext): void {
  if (node.properties.id === 'footnote-label') return
  const depth = Math.max(context.highestHeading ?? 3, Number(node.tagName.slice(1)))
  const last = node.children.at(-1)
  const { text, id } = splitAttributes(textOf(node))
  if (last?.type === 'text' && text !== textOf(node)) last.value = splitAttributes(last.value).text
  node.tagName = `h${depth}`
  node.properties = { id: `${fragmentPrefix}${context.anchor({ text, id })}` }
}

function dropEmptyHead(table: Element): void {
  table.children = table.children.filter(
    (child) => !(child.type === 'element' && child.tagName === 'thead' && textOf(child).trim() === ''),
  )
}

/** `> [!NOTE]` at the head of a quotation makes it a callout. */
function quotedCallout(node: Element, context: RenderContext): ElementContent[] | null {
  const first = node.children.find((child) => child.type === 'element')
  const text = first?.type === 'element' ? first.children[0] : undefined
  if (text?.type !== 'text') return null
  const kind = /^\s*\[!(\w+)\]\s*/.exec(text.value)
  const tone = kind?.[1] ? toneOf(kind[1]) : null
  if (!kind || !tone) return null
  text.value = text.value.slice(kind[0].length)
  const name = element('strong', { className: ['callout-name'] }, [
    { type: 'text', value: wordsOf(context.language).tones[tone] },
  ])
  return [element('aside', { className: ['callout'], role: 'note', dataTone: tone }, [name, ...node.children])]
}

/** A player of another site would run in our page and watch the reader: a link to it does neither. */
function player(node: Element): ElementContent[] {
  const src = String(node.properties.src ?? '').replace(/^\/\//, 'https://')
  if (!URL.canParse(src) || !/^https?:/.test(src)) return []
  const url = new URL(src)
  const video = /^(?:www\.)?youtube(?:-nocookie)?\.com$/.test(url.host)
    ? /^\/embed\/([\w-]{11})$/.exec(url.pathname)?.[1]
    : null
  const href = video ? `https://www.youtube.com/watch?v=${video}` : url.href
  const text = `▶ ${href.replace(/^https?:\/\/(www\.)?/, '')}`
  return [element('p', { className: ['embed'] }, [element('a', { href }, [{ type: 'text', value: text }])])]
}

/** A paragraph of pictures alone becomes figures; a picture in running text stays in its line. */
async function placePictures(tree: Root, context: RenderContext): Promise<void> {
  const places: { image: Element; parent: Root | Element }[] = []
  const find = (parent: Root | Element): void => {
    for (const child of parent.children) {
      if (child.type !== 'element') continue
      if (child.tagName === 'img') places.push({ image: child, parent })
      else find(child)
    }
  }
  find(tree)
  for (const { image, parent } of places) {
    const src = String(image.properties.src ?? '')
    const alt = String(image.properties.alt ?? '')
    const picture = await context.picture(src)
    const place = placeOf(image, parent)
    const replacement = picture ? pictureElement(picture, alt, place) : missingPicture(src, alt, context)
    const at = parent.children.indexOf(image)
    parent.children.splice(at, 1, replacement)
  }
  replaceElements(tree, (node) => (node.tagName === 'p' && isOnlyPictures(node) ? figures(node) : null))
}

function placeOf(image: Element, parent: Root | Element): 'block' | 'inline' | 'icon' | 'left' | 'right' {
  const classes = [image.properties.className ?? []].flat()
  for (const place of ['icon', 'inline', 'left', 'right'] as const) if (classes.includes(place)) return place
  return 'tagName' in parent && parent.tagName === 'p' && !hasOwnText(parent) ? 'block' : 'inline'
}

function hasOwnText(node: Element): boolean {
  return textOf(node).trim() !== ''
}

function missingPicture(src: string, alt: string, context: RenderContext): Element {
  const name = alt || decodeQuietly(src.split('/').at(-1) ?? src)
  const text = `${wordsOf(context.language).missingPicture}: ${name}`
  return element('span', { className: ['missing'] }, [{ type: 'text', value: text }])
}

function isOnlyPictures(node: Element): boolean {
  const shown = node.children.filter((child) => child.type !== 'text' || child.value.trim() !== '')
  return shown.length > 0 && shown.every((child) => child.type === 'element' && child.tagName === 'picture')
}

function figures(node: Element): Element[] {
  return node.children
    .filter((child) => child.type === 'element')
    .map((picture) => element('figure', { className: ['figure'] }, [picture]))
}

// Each definition came as a list of its own; neighbours are one list.
function mergeDefinitionLists(node: Root | Element): void {
  const merged: Element[] = []
  node.children = (node.children as ElementContent[]).filter((child, index, all) => {
    if (child.type === 'text' && child.value.trim() === '') {
      return !(isList(all[index - 1]) && isList(all[index + 1]))
    }
    const last = merged.at(-1)
    if (isList(child) && isList(previousShown(all, index)) && last) {
      last.children.push(...child.children)
      return false
    }
    if (isList(child)) merged.push(child)
    return true
  })
  for (const child of node.children) if (child.type === 'element') mergeDefinitionLists(child)
}

function previousShown(all: ElementContent[], index: number): ElementContent | undefined {
  return all.slice(0, index).findLast((child) => child.type !== 'text' || child.value.trim() !== '')
}

function isList(node: ElementContent | undefined): node is Element {
  return node?.type === 'element' && node.tagName === 'dl'
}

function unwrapParagraph(node: Element): void {
  const shown = node.children.filter((child) => child.type !== 'text' || child.value.trim() !== '')
  const only = shown.length === 1 ? shown[0] : undefined
  if (only?.type === 'element' && only.tagName === 'p') node.children = only.children
}

function parentIs(parent: Root | Element, className: string): boolean {
  return 'properties' in parent && [parent.properties.className ?? []].flat().includes(className)
}

function replaceElements(
  parent: Root | Element,
  replace: (node: Element, parent: Root | Element) => ElementContent[] | null,
): void {
  parent.children = (parent.children as ElementContent[]).flatMap((child) =>
    child.type === 'element' ? (replace(child, parent) ?? [child]) : [child],
  )
  for (const child of parent.children) if (child.type === 'element') replaceElements(child, replace)
}

function decodeQuietly(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
