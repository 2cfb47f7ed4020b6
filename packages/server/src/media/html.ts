import { embedOf, embedProviders } from '@lantern/contract/media/embeds.ts'
import { calloutTones, fragmentPrefix, richTextClasses } from '@lantern/contract/media/rich-text.ts'
import type { Element, Root, RootContent } from 'hast'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { defaultSchema, type Options } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
// declares that a tree may hold raw markup
import type {} from 'remark-rehype'
import { unified } from 'unified'

const mathTags = (
  'math semantics annotation mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover ' +
  'mtable mtr mtd mstyle mpadded mphantom menclose mmultiscripts mprescripts'
).split(' ')

const plainTags = (
  'h2 h3 h4 h5 h6 p br hr ul ol li dl dt dd blockquote pre code kbd samp var em strong b i s del ins sub sup mark small ' +
  'abbr q cite a img picture source figure figcaption table caption thead tbody tfoot tr th td aside section div span ' +
  'details summary ruby rt rp time'
).split(' ')

// The one list of what rich text may contain, for lessons, questions, comments and pages alike.
const schema: Options = {
  tagNames: [...plainTags, ...mathTags],
  attributes: {
    ...Object.fromEntries(mathTags.map((tag) => [tag, mathAttributes()])),
    math: [...mathAttributes(), ['dataLatex', /^[\s\S]{0,10000}$/]],
    ...classAttributes(),
    '*': ['lang', 'dir', 'title'],
    a: ['href', ['target', '_blank'], ...classesOf('a'), ...footnoteAttributes()],
    img: [
      'src',
      'srcSet',
      'sizes',
      'alt',
      'width',
      'height',
      ['loading', 'lazy'],
      ['decoding', 'async'],
      ...classesOf('img'),
    ],
    source: ['srcSet', 'sizes', ['type', 'image/avif', 'image/webp']],
    aside: [['role', 'note'], ['dataTone', ...calloutTones], ...classesOf('aside')],
    figure: [
      ['dataLanguage', /^[\w+#-]{1,30}$/],
      ['dataVideo', /^[\w-]{1,100}$/],
      ['dataEmbed', /^https?:\/\/[^\s"'<>]{1,2000}$/],
      ['dataProvider', ...embedProviders],
      ...classesOf('figure'),
    ],
    pre: [['tabIndex', 0, '0']],
    div: [['tabIndex', 0, '0'], ...classesOf('div')],
    code: [['className', ...richTextClasses.code, /^language-[\w+#-]{1,30}$/]],
    span: [['className', ...richTextClasses.span, /^hljs-[\w-]{1,30}$/]],
    ol: ['start', 'reversed', ['type', 'a', 'A', 'i', 'I', '1']],
    li: ['value', ['id', /^(h-)?fn-/]],
    th: ['align', 'colSpan', 'rowSpan', ['scope', 'col', 'row']],
    td: ['align', 'colSpan', 'rowSpan'],
    time: ['dateTime'],
    section: [['dataFootnotes'], ...classesOf('section')],
    h2: ['id'],
    h3: ['id'],
    h4: ['id'],
    h5: ['id'],
    h6: ['id'],
  },
  protocols: { href: ['http', 'https', 'mailto', 'tel'], src: ['http', 'https'], cite: ['http', 'https'] },
  strip: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'svg', 'textarea', 'title', 'select'],
  clobber: [],
  ancestors: defaultSchema.ancestors ?? {},
  required: {},
}

const parseRaw = rehypeRaw()
const clean = rehypeSanitize(schema)
const writer = unified().use(rehypeStringify)

/** Makes markup from outside safe to show. Everything that is stored as HTML goes through here. */
export function sanitizeHtml(html: string, mayEmbed?: (player: string) => boolean): string {
  return stringifyHtml(sanitizeTree(parseHtml(html), mayEmbed))
}

export function parseHtml(html: string): Root {
  return parseRawNodes({ type: 'root', children: [{ type: 'raw', value: html }] })
}

/** Turns pieces of raw markup in a tree into elements, the way a browser would read them. */
export function parseRawNodes(tree: Root): Root {
  // the plugin reads nothing of the file that it is called with
  return parseRaw(tree, { value: '', messages: [] } as never) as Root
}

/** Frames of other sites stay where everybody may have them, or where `mayEmbed` says so. */
export function sanitizeTree(tree: Root, mayEmbed: (player: string) => boolean = () => false): Root {
  const safe = clean(tree) as Root
  eachElement(safe, (element) => {
    const { properties, tagName } = element
    if (typeof properties.id === 'string') properties.id = ownFragment(properties.id)
    if (tagName === 'a') guardLink(element)
    else if (tagName === 'img' || tagName === 'source') guardSources(element)
    else if (tagName === 'figure') guardEmbed(element, mayEmbed)
  })
  dropEmptyPictures(safe)
  return safe
}

export function stringifyHtml(tree: Root): string {
  return writer.stringify(tree).trim()
}

/** Visits every element, parents first. */
export function eachElement(node: Root | RootContent, visit: (element: Element) => void): void {
  if (node.type === 'element') visit(node)
  if ('children' in node) for (const child of node.children) eachElement(child, visit)
}

// Ids of rich text keep apart from ids of the page; doing it twice changes nothing.
function ownFragment(id: string): string {
  return id.startsWith(fragmentPrefix) ? id : `${fragmentPrefix}${id}`
}

// A page opened in a new tab must not get a handle on ours.
function guardLink(link: Element): void {
  const href = link.properties.href
  if (typeof href !== 'string') return
  if (href.startsWith('#') && href.length > 1) link.properties.href = `#${ownFragment(href.slice(1))}`
  else if (/^(https?:)?\/\//i.test(href.trim())) {
    link.properties.target = '_blank'
    link.properties.rel = ['noopener', 'noreferrer']
  }
}

// Pictures come from this site alone: a picture elsewhere would tell that site who reads what.
function guardSources(element: Element): void {
  const { src, srcSet } = element.properties
  if (typeof src === 'string' && !/^\/(?![/\\])/.test(src)) delete element.properties.src
  if (srcSet !== undefined && !/^\/(?![/\\])[^,]*(,\s*\/(?![/\\])[^,]*)*$/.test(String(srcSet))) {
    delete element.properties.srcSet
  }
}

// What the page would put into a frame is decided here: the page believes it.
function guardEmbed({ properties }: Element, mayEmbed: (player: string) => boolean): void {
  const player = properties.dataEmbed
  if (typeof player !== 'string') return
  if (embedOf(player)?.player === player || mayEmbed(player)) return
  delete properties.dataEmbed
  delete properties.dataProvider
}

function dropEmptyPictures(node: Root | Element): void {
  const children = node.children.filter(
    (child) => !(child.type === 'element' && child.tagName === 'img' && child.properties.src === undefined),
  )
  node.children = children as typeof node.children
  for (const child of children) if (child.type === 'element') dropEmptyPictures(child)
}

function classAttributes(): NonNullable<Options['attributes']> {
  return Object.fromEntries(
    Object.keys(richTextClasses).map((tag) => [tag, classesOf(tag as keyof typeof richTextClasses)]),
  )
}

function classesOf(tag: keyof typeof richTextClasses): [string, ...string[]][] {
  return [['className', ...richTextClasses[tag]]]
}

function mathAttributes(): [string, ...(string | RegExp)[]][] {
  const words = [
    'mathvariant',
    'display',
    'displaystyle',
    'scriptlevel',
    'stretchy',
    'fence',
    'form',
    'separator',
    'encoding',
  ]
  const lengths = ['width', 'height', 'depth', 'voffset', 'lspace', 'rspace', 'minsize', 'maxsize', 'linethickness']
  const tables = [
    'columnalign',
    'rowspacing',
    'columnspacing',
    'notation',
    'accent',
    'accentunder',
    'movablelimits',
    'symmetric',
  ]
  return [...words, ...lengths, ...tables].map((name) => [name, /^[\w.%+\- /]{0,60}$/])
}

function footnoteAttributes(): [string, ...(string | RegExp)[]][] {
  return [['dataFootnoteRef'], ['dataFootnoteBackref'], ['id', /^(h-)?fnref-/], ['ariaLabel', /^.{0,80}$/]]
}
