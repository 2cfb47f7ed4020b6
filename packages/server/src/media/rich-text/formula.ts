import { createRequire } from 'node:module'
import type { Element, ElementContent } from 'hast'
import { parseHtml } from '../html.ts'
import { element } from './code-block.ts'

const require = createRequire(import.meta.url)

/** A formula that remembers what it was written as. One that cannot be set is shown as its author wrote it. */
export function formula(latex: string, displayMode: boolean): ElementContent[] {
  // loaded with the first formula; who asks for it does not wait for anything, hence no `import()`
  const temml = require('temml') as typeof import('temml').default
  try {
    const html = temml.renderToString(latex, { displayMode, throwOnError: true, annotate: false, trust: false })
    const [math] = parseHtml(html).children as Element[]
    if (!math) return []
    return [{ ...math, properties: { ...math.properties, dataLatex: latex } }]
  } catch {
    return [element('code', {}, [{ type: 'text', value: latex.trim() }])]
  }
}
