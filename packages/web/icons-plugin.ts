import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const library = 'lucide-react/icons/'
const prefix = '\0lantern-icon:'

/** The module that turns the markup of an icon into its component. */
export const drawing = resolve(import.meta.dirname, 'src/ui/drawn-icon.tsx')

/** The module that an icon of the library becomes. */
export function iconModule(from: string): string {
  return from.replace(library, prefix)
}

export function isIcon(module: string): boolean {
  return module.startsWith(prefix)
}

/** What the library exports of an icon beside its component. */
interface IconFile {
  __iconData: { node: [tag: string, attributes: Record<string, string>][] }
}

/**
 * Icons of lucide-react as they are drawn, without the part of the library that draws them: an icon costs a page its
 * lines and nothing else.
 */
export function icons(): Plugin {
  return {
    name: 'lantern-icons',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(library) ? { id: iconModule(id), moduleSideEffects: false } : undefined),
    async load(id) {
      if (!isIcon(id)) return
      const { __iconData } = (await import(id.replace(prefix, library))) as IconFile
      const lines = __iconData.node.map(([tag, { key: _, ...attributes }]) => {
        const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
        return `<${tag}${written.join('')}/>`
      })
      return `import { drawnIcon } from ${JSON.stringify(drawing)}
export default /* @__PURE__ */ drawnIcon(${JSON.stringify(lines.join(''))})`
    },
  }
}
