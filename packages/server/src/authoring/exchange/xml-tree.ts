import { exchangeLimits } from '@lantern/contract/authoring/exchange-formats.ts'
import { SaxesParser } from 'saxes'
import { escapeHtml } from '#media/index.ts'
import { FileProblem } from './source-rows.ts'

export interface XmlElement {
  /** Without its namespace prefix. */
  name: string
  attributes: Record<string, string>
  line: number
  children: XmlNode[]
}

export type XmlNode = XmlElement | string

// Declared by no file that is read here, and yet used in many; everything else that is not XML's own is left as written.
const htmlEntities = {
  nbsp: '\u00a0',
  copy: '©',
  deg: '°',
  times: '×',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
}

/**
 * Reads XML into a tree. A file cannot bring entities of its own (they would read other files or grow without end),
 * nothing outside of it is ever fetched, and depth and number of its elements are bounded.
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ position: true })
  Object.assign(parser.ENTITIES, htmlEntities)
  const top: XmlElement = { name: '', attributes: {}, line: 1, children: [] }
  const open: XmlElement[] = [top]
  let elements = 0
  parser.on('error', (error) => {
    if (!/undefined entity/.test(error.message)) throw new FileProblem('xml_broken', String(parser.line))
  })
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/i.test(doctype)) throw new FileProblem('xml_entities')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++elements > exchangeLimits.xmlElements) throw new FileProblem('xml_too_deep')
    if (open.length > exchangeLimits.xmlDepth) throw new FileProblem('xml_too_deep', String(parser.line))
    const element = { name: localName(name), attributes: localNames(attributes), line: parser.line, children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  const addText = (part: string) => void open.at(-1)?.children.push(part)
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(text.replace(/^\uFEFF/, '')).close()
  const root = top.children.find((child) => typeof child !== 'string')
  if (!root) throw new FileProblem('xml_broken', '1')
  return root
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function localNames(attributes: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => !name.startsWith('xmlns'))
      .map(([name, value]) => [localName(name), String(value)]),
  )
}

export function elementsOf(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string')
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element && elementsOf(element).find((child) => child.name === name)
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element ? elementsOf(element).filter((child) => child.name === name) : []
}

/** Every element below that has one of these names, in the order of the text. */
export function findAll(element: XmlElement, ...names: string[]): XmlElement[] {
  return elementsOf(element).flatMap((child) => [
    ...(names.includes(child.name) ? [child] : []),
    ...findAll(child, ...names),
  ])
}

/** All text inside, without the markup. */
export function textOf(element: XmlElement | undefined): string {
  if (!element) return ''
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')
}

const voidElements = new Set(['br', 'hr', 'img', 'col', 'source'])

/** The nodes as HTML. `replace` may put something else in the place of an element: markup, or null to leave it out. */
export function htmlOf(
  nodes: readonly XmlNode[],
  replace: (element: XmlElement) => string | null | undefined = () => undefined,
): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escapeHtml(node)
      const other = replace(node)
      if (other !== undefined) return other ?? ''
      const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
      const start = `<${node.name}${attributes.join('')}>`
      return voidElements.has(node.name) ? start : `${start}${htmlOf(node.children, replace)}</${node.name}>`
    })
    .join('')
}
