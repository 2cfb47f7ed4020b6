import { SaxesParser } from 'saxes'

export interface XmlElement {
  /** Without its namespace prefix. */
  name: string
  attributes: Record<string, string>
  line: number
  children: XmlNode[]
}

export type XmlNode = XmlElement | string

export type XmlFault = 'xml_broken' | 'xml_entities' | 'xml_too_deep'

export class XmlRefusal extends Error {
  readonly fault: XmlFault
  /** Where it is; null: everywhere. */
  readonly line: number | null

  constructor(fault: XmlFault, line: number | null = null) {
    super(`${fault} ${line ?? ''}`)
    this.fault = fault
    this.line = line
  }
}

export interface XmlLimits {
  elements: number
  depth: number
}

/**
 * Reads XML into a tree. A file cannot bring entities of its own (they would read other files or grow without end),
 * nothing outside of it is ever fetched, and depth and number of its elements are bounded. Entities that are given here
 * are known without a declaration.
 */
export function parseXmlTree(
  text: string,
  { elements: mostElements, depth }: XmlLimits,
  entities: Readonly<Record<string, string>> = {},
): XmlElement {
  const parser = new SaxesParser({ position: true })
  Object.assign(parser.ENTITIES, entities)
  const top: XmlElement = { name: '', attributes: {}, line: 1, children: [] }
  const open: XmlElement[] = [top]
  let elements = 0
  parser.on('error', (error) => {
    if (!/undefined entity/.test(error.message)) throw new XmlRefusal('xml_broken', parser.line)
  })
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/i.test(doctype)) throw new XmlRefusal('xml_entities')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++elements > mostElements) throw new XmlRefusal('xml_too_deep')
    if (open.length > depth) throw new XmlRefusal('xml_too_deep', parser.line)
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
  if (!root) throw new XmlRefusal('xml_broken', 1)
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
