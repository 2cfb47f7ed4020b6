import { exchangeLimits } from '@lantern/contract/authoring/exchange-formats.ts'
import { escapeHtml } from '#kit/escape-html.ts'
import { parseXmlTree, type XmlElement, type XmlNode, XmlRefusal } from '#kit/xml-tree.ts'
import { FileProblem } from './source-rows.ts'

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

/** Reads the XML of an imported file, within the limits of an exchange (`kit/xml-tree.ts`). */
export function parseXml(text: string): XmlElement {
  try {
    return parseXmlTree(text, { elements: exchangeLimits.xmlElements, depth: exchangeLimits.xmlDepth }, htmlEntities)
  } catch (error) {
    if (error instanceof XmlRefusal) throw new FileProblem(error.fault, error.line === null ? '' : String(error.line))
    throw error
  }
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

/** Text for an attribute or an element, without what XML cannot hold. */
export function escapeXml(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '').replace(/[&<>"\r]/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
