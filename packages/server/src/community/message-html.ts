import { imageIdOf, type Picture } from '@lantern/contract/media/image-url.ts'
import type { Element, ElementContent, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import type { Root as MarkdownRoot, Paragraph, Parent, RootContent } from 'mdast'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { codeBlock, eachElement, element, formula, pictureElement, sanitizeTree, stringifyHtml } from '#media/index.ts'

export interface Mentionable {
  id: string
  name: string
}

const parser = unified().use(remarkParse).use(remarkGfm, { singleTilde: false }).use(remarkCjkFriendly)
const toHast = unified().use(remarkRehype)

/** Marks that turn the direction of the text around them; a message has no use for them. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g

/** A picture of a message is shown no wider: it stands beside a text that people skim. */
const widestPicture = 560

interface MessageHtml {
  html: string
  mentioned: string[]
  /** The pictures that it shows. */
  imageIds: string[]
}

/**
 * A message's Markdown as sanitized HTML: that of lessons without headings, footnotes and markup. `@` before the name of
 * one of `people` mentions them. Pictures other than the given ones become links.
 */
export function messageHtml(
  content: string,
  people: readonly Mentionable[],
  pictures: ReadonlyMap<string, Picture> = new Map(),
): MessageHtml {
  const markdown = parser.parse(content.replace(directionMarks, ''))
  const isShown = (url: string) => pictures.has(imageIdOf(url) ?? '')
  plainOnly(markdown, isShown)
  const imageIds = new Set<string>()
  const picture = (node: Element): ElementContent[] => {
    const shown = pictures.get(imageIdOf(String(node.properties.src)) ?? '')
    if (!shown) return []
    imageIds.add(shown.id)
    return [pictureElement(shown, String(node.properties.alt ?? ''), 'block', widestPicture)]
  }
  const tree: Root = toHast.runSync(markdown)
  const mentioned = new Set<string>()
  const mentions = mentionsOf(people)
  replaceIn(tree, (node) => (node.tagName === 'img' ? picture(node) : rewritten(node)))
  placeFormulas(tree)
  if (mentions) markMentions(tree, mentions, mentioned)
  const safe = sanitizeTree(tree)
  eachElement(safe, (node) => {
    // what leads nowhere is no link
    if (node.tagName === 'a' && !node.properties.href) node.tagName = 'span'
    // nothing that people write lends its links the site's good name
    if (node.tagName === 'a' && node.properties.rel) node.properties.rel = ['noopener', 'noreferrer', 'nofollow', 'ugc']
  })
  return { html: stringifyHtml(safe), mentioned: [...mentioned], imageIds: [...imageIds] }
}

/** The pictures of this site that a text names, be they shown or not. */
export function imageIdsIn(content: string): Set<string> {
  const found = new Set<string>()
  const look = (node: MarkdownRoot | RootContent): void => {
    const id = node.type === 'image' ? imageIdOf(node.url) : null
    if (id !== null) found.add(id)
    if ('children' in node) for (const child of node.children) look(child)
  }
  look(parser.parse(content))
  return found
}

/** Whether a message shows anything at all. */
export function isBlank(html: string): boolean {
  return (
    html.replace(/<(?!\/?(hr|math|figure|img))[^>]*>/g, '').replace(/[\s\u200b-\u200f\u2060\ufeff\u00ad]/g, '') === ''
  )
}

/** What holds paragraphs; anything else holds words. */
const blocks = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition'])

/** Turns what a message does not have into text. */
function plainOnly(node: MarkdownRoot | RootContent, isShown: (url: string) => boolean): void {
  if (!('children' in node)) return
  const parent = node as Parent
  parent.children = parent.children.flatMap((child): RootContent[] => {
    switch (child.type) {
      case 'html':
        return blocks.has(parent.type)
          ? [paragraph([{ type: 'text', value: child.value }])]
          : [{ type: 'text', value: child.value }]
      case 'heading':
        return [paragraph([{ type: 'strong', children: child.children }])]
      case 'image':
        if (isShown(child.url)) return [child]
        return [{ type: 'link', url: child.url, children: [{ type: 'text', value: child.alt || child.url }] }]
      case 'imageReference':
        return [{ type: 'text', value: child.alt ?? '' }]
      case 'footnoteReference':
        return [{ type: 'text', value: `[^${child.label ?? child.identifier}]` }]
      case 'footnoteDefinition':
        return child.children
      default:
        return [child]
    }
  })
  for (const child of parent.children) plainOnly(child, isShown)
}

function paragraph(children: Paragraph['children']): Paragraph {
  return { type: 'paragraph', children }
}

function rewritten(node: Element): ElementContent[] | null {
  if (node.tagName === 'pre') {
    const code = node.children.find((child) => child.type === 'element' && child.tagName === 'code')
    if (code?.type !== 'element') return null
    const language = String([code.properties.className ?? ''].flat()[0] ?? '').replace(/^language-/, '')
    const source = textOf(code)
    if (language === 'math') return [element('div', { className: ['math'], tabIndex: 0 }, formula(source, true))]
    return [codeBlock(source, language)]
  }
  if (node.tagName === 'table') return [element('div', { className: ['table-wrap'], tabIndex: 0 }, [node])]
  if (node.tagName === 'input') return [{ type: 'text', value: node.properties.checked ? '☑ ' : '☐ ' }]
  if (node.tagName === 'a' && String(node.properties.href ?? '').startsWith('#')) node.properties.href = undefined
  return null
}

/** What was made in place of an element is not looked into again. */
function replaceIn(parent: Root | Element, replace: (node: Element) => ElementContent[] | null): void {
  parent.children = (parent.children as ElementContent[]).flatMap((child) => {
    if (child.type !== 'element') return [child]
    const made = replace(child)
    if (!made || child.tagName === 'table') replaceIn(child, replace)
    return made ?? [child]
  })
}

/** Inline formulas are code between dollar signs, as in $`x^2`$. */
function placeFormulas(parent: Root | Element): void {
  const children = parent.children as ElementContent[]
  for (const [at, child] of children.entries()) {
    if (child.type !== 'element') continue
    const [before, after] = [children[at - 1], children[at + 1]]
    const isFormula =
      before?.type === 'text' && after?.type === 'text' && /\$$/.test(before.value) && /^\$/.test(after.value)
    if (child.tagName === 'code' && isFormula) {
      before.value = before.value.slice(0, -1)
      after.value = after.value.slice(1)
      const [math] = formula(textOf(child), false)
      if (math) children[at] = math
    } else if (child.tagName !== 'pre' && child.tagName !== 'math') placeFormulas(child)
  }
}

function mentionsOf(people: readonly Mentionable[]): { pattern: RegExp; idOf: Map<string, string> } | null {
  const named = people.filter(({ name }) => name.trim() !== '')
  if (named.length === 0) return null
  const idOf = new Map(named.map(({ id, name }) => [name, id]))
  // the longest first: a name may begin with another
  const names = [...idOf.keys()].sort((a, b) => b.length - a.length).map((name) => RegExp.escape(name))
  return { pattern: new RegExp(`@(${names.join('|')})`, 'g'), idOf }
}

function markMentions(
  parent: Root | Element,
  mentions: { pattern: RegExp; idOf: Map<string, string> },
  mentioned: Set<string>,
): void {
  parent.children = (parent.children as ElementContent[]).flatMap((child): ElementContent[] => {
    if (child.type === 'element') {
      if (!['a', 'code', 'figure', 'math'].includes(child.tagName)) markMentions(child, mentions, mentioned)
      return [child]
    }
    if (child.type !== 'text') return [child]
    return child.value.split(mentions.pattern).map((text, at): ElementContent => {
      const id = at % 2 === 1 ? mentions.idOf.get(text) : undefined
      if (id === undefined) return { type: 'text', value: text }
      mentioned.add(id)
      return element('span', { className: ['mention'] }, [{ type: 'text', value: `@${text}` }])
    })
  })
}
