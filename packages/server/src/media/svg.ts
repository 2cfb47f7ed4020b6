import type { Element, Root } from 'hast'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { parseHtml } from './html.ts'

const drawingTags = new Set(
  (
    'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath image switch marker ' +
    'pattern mask clipPath linearGradient radialGradient stop filter style feBlend feColorMatrix feComponentTransfer ' +
    'feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB ' +
    'feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight ' +
    'feTile feTurbulence'
  ).split(' '),
)

const writer = unified().use(rehypeStringify, { space: 'svg', closeEmptyElements: true, quoteSmart: false })

/** A drawing with nothing in it that runs, loads or leads anywhere; null when it is no drawing at all. */
export function sanitizeSvg(text: string): string | null {
  const svg = parseHtml(text.replace(/^\uFEFF/, '')).children.find(
    (node): node is Element => node.type === 'element' && node.tagName === 'svg',
  )
  if (!svg) return null
  cleanElement(svg)
  svg.properties.xmlns = 'http://www.w3.org/2000/svg'
  const root: Root = { type: 'root', children: [svg] }
  return writer.stringify(root)
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
  if (/^on/i.test(name)) return false
  if (/href$/i.test(name)) return /^\s*(#|data:image\/(png|jpeg|webp|gif);)/i.test(value)
  return safeStyle(value) === value && !/javascript:/i.test(value)
}

function safeStyle(css: string): string {
  return css
    .replace(/@import[^;]*;?/gi, '')
    .replace(/url\(\s*(?!['"]?#)[^)]*\)/gi, 'none')
    .replace(/\\/g, '')
}
