import type { Element, ElementContent } from 'hast'
import temml from 'temml'
import { parseHtml } from '../html.ts'
import { element } from './code-block.ts'

/** A formula that remembers what it was written as. One that cannot be set is shown as its author wrote it. */
export function formula(latex: string, displayMode: boolean): ElementContent[] {
  try {
    const html = temml.renderToString(latex, { displayMode, throwOnError: true, annotate: false, trust: false })
    const [math] = parseHtml(html).children as Element[]
    if (!math) return []
    return [{ ...math, properties: { ...math.properties, dataLatex: latex } }]
  } catch {
    return [element('code', {}, [{ type: 'text', value: latex.trim() }])]
  }
}
