import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import cmake from 'highlight.js/lib/languages/cmake'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import glsl from 'highlight.js/lib/languages/glsl'
import powershell from 'highlight.js/lib/languages/powershell'
import { common, createLowlight } from 'lowlight'

// Words of code in the colours that learners see. Only blocks that changed are read again.

// each by its own file: together with all that nobody writes here the library has a megabyte
const highlighter = createLowlight({ ...common, cmake, dockerfile, glsl, powershell })
highlighter.registerAlias({ glsl: ['hlsl', 'shader', 'shaderlab'], csharp: ['c#'], lua: ['script'] })

const longestColoured = 30_000
/** Coloured at once; the rest of a long lesson follows when it is written in. */
const mostAtStart = 60

const key = new PluginKey<DecorationSet>('codeColours')

export const codeColours = Extension.create({
  name: 'codeColours',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: (_, { doc }) => DecorationSet.create(doc, atStart(doc)),
        apply: (tr, before) => (tr.docChanged ? coloured(tr, before) : before),
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
})

function atStart(doc: Node): Decoration[] {
  const found: Decoration[] = []
  let blocks = 0
  doc.descendants((node, at) => {
    if (node.type.name !== 'codeBlock') return node.isBlock && !node.isTextblock && blocks < mostAtStart
    if (blocks++ < mostAtStart) found.push(...colours(node, at))
    return false
  })
  return found
}

function coloured(tr: Transaction, before: DecorationSet): DecorationSet {
  let after = before.map(tr.mapping, tr.doc)
  const seen = new Set<number>()
  tr.mapping.maps.forEach((map, index) => {
    map.forEach((_from, _to, newFrom, newTo) => {
      const rest = tr.mapping.slice(index + 1)
      const from = Math.max(0, rest.map(newFrom, -1) - 1)
      const to = Math.min(tr.doc.content.size, rest.map(newTo) + 1)
      tr.doc.nodesBetween(from, to, (node, at) => {
        if (node.type.name !== 'codeBlock') return !node.isTextblock
        if (seen.has(at)) return false
        seen.add(at)
        after = after.remove(after.find(at, at + node.nodeSize))
        after = after.add(tr.doc, colours(node, at))
        return false
      })
    })
  })
  return after
}

function colours(block: Node, at: number): Decoration[] {
  const language = String(block.attrs.language)
  const text = block.textContent
  if (!language || text.length > longestColoured || !highlighter.registered(language)) return []
  const found: Decoration[] = []
  walk(highlighter.highlight(language, text).children as Piece[], at + 1, [], found)
  return found
}

interface Piece {
  type: string
  value?: string
  properties?: { className?: string[] }
  children?: Piece[]
}

/** The innermost class is the colour, as it is where elements lie in each other. */
function walk(pieces: readonly Piece[], start: number, classes: readonly string[], found: Decoration[]): number {
  let at = start
  for (const piece of pieces) {
    if (piece.value !== undefined) {
      const end = at + piece.value.length
      if (classes.length > 0) found.push(Decoration.inline(at, end, { class: classes.join(' ') }))
      at = end
    } else at = walk(piece.children ?? [], at, piece.properties?.className ?? classes, found)
  }
  return at
}
