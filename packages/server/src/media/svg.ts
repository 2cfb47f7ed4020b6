import type { Element, Root } from 'hast'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { eachElement, parseHtml } from './html.ts'

const drawingTags = new Set(
  (
    'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath image switch marker ' +
    'pattern mask clipPath linearGradient radialGradient stop filter style feBlend feColorMatrix feComponentTransfer ' +
    'feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB ' +
    'feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight ' +
    'feTile feTurbulence'
  ).split(' '),
)

/** Reading stops a page for everybody else: what no drawing program writes is not read. */
const mostMarks = 50_000
/** A few lines can draw each other again and again, into billions of elements. */
const mostDrawn = 100_000

const prologue = /[\s\uFEFF]+|<\?[^>]*>|<!--[\s\S]*?-->|<!doctype\s+svg[^>[]*(?:\[[^\]]*\])?[^>]*>/iy

/** Markup from where it really begins: after white space, declarations and comments, however many there are. */
export function afterPrologue(text: string): string {
  let at = 0
  while (true) {
    // one piece at a time: one pattern for all of them would try every way to read them
    prologue.lastIndex = at
    if (!prologue.test(text)) return text.slice(at)
    at = prologue.lastIndex
  }
}

/** Whether a file that begins with this is a drawing. */
export function beginsAsSvg(head: string): boolean {
  return /^<svg[\s>]/i.test(afterPrologue(head))
}

const writer = unified().use(rehypeStringify, { space: 'svg', closeEmptyElements: true, quoteSmart: false })

/** A drawing with nothing in it that runs, loads or leads anywhere; null when it is none, or too tangled to be read. */
export function sanitizeSvg(text: string): string | null {
  if (text.split('<', mostMarks + 1).length > mostMarks) return null
  try {
    return cleanDrawing(text)
  } catch (error) {
    // nested deeper than any reader can follow
    if (error instanceof RangeError) return null
    throw error
  }
}

function cleanDrawing(text: string): string | null {
  const svg = parseHtml(text.replace(/^\uFEFF/, '')).children.find(
    (node): node is Element => node.type === 'element' && node.tagName === 'svg',
  )
  if (!svg) return null
  cleanElement(svg)
  if (drawnElements(svg) > mostDrawn) return null
  svg.properties.xmlns = 'http://www.w3.org/2000/svg'
  const root: Root = { type: 'root', children: [svg] }
  return writer.stringify(root)
}

/** How many elements are drawn, each `use` with all that it draws once more. */
function drawnElements(svg: Element): number {
  const named = new Map<string, Element>()
  eachElement(svg, (element) => {
    if (typeof element.properties.id === 'string') named.set(element.properties.id, element)
  })
  const counts = new Map<Element, number>()
  const count = (element: Element): number => {
    const known = counts.get(element)
    if (known !== undefined) return known
    // an element that uses itself counts nothing inside itself
    counts.set(element, 0)
    const { href, xLinkHref } = element.properties
    const used = element.tagName === 'use' && named.get(String(href ?? xLinkHref).replace(/^\s*#/, ''))
    const drawn = element.children.map((child) => (child.type === 'element' ? count(child) : 0))
    const sum = drawn.reduce((all, one) => all + one, 1 + (used ? count(used) : 0))
    counts.set(element, sum)
    return sum
  }
  return count(svg)
}

function cleanElement(element: Element): void {
  for (const [name, value] of Object.entries(element.properties)) {
    if (!isSafeAttribute(name, String(value))) delete element.properties[name]
  }
  element.children = element.children.filter((child) => {
    if (child.type === 'element') return drawingTags.has(child.tagName)
    if (child.type !== 'text') return false
    if (element.tagName === 'style') child.value = safeStyle(child.value)
    return true
  })
  for (const child of element.children) if (child.type === 'element') cleanElement(child)
}

function isSafeAttribute(name: string, value: string): boolean {
  if (/^on|^xmlBase$/i.test(name)) return false
  if (/href$/i.test(name)) return /^\s*(#|data:image\/(png|jpeg|webp|gif);)/i.test(value)
  return safeStyle(value) === value && !/javascript:/i.test(value)
}

/** Without what hides words, and without what fetches. What goes leaves something behind, so that nothing closes up. */
function safeStyle(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
    .replace(/\\/g, '')
    .replace(/@import[^;]*;?/gi, ' ')
    .replace(/url\(\s*(?!['"]?#)[^)]*\)?/gi, 'none')
    .replace(/\b(?:image-set|image|src|cross-fade)\([^)]*\)?/gi, 'none')
}
