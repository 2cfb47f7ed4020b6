import type { RichDocument } from '@lantern/contract/media/rich-document.ts'
import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Node, type Schema } from '@tiptap/pm/model'

const written = new WeakMap<Node, unknown>()

/**
 * The document as JSON. Blocks that did not change since the last time keep the object they had: a keystroke in a long
 * lesson writes one paragraph and not a megabyte.
 */
export function documentJson(doc: Node): RichDocument {
  const content: unknown[] = []
  doc.forEach((block) => {
    let json = written.get(block)
    if (json === undefined) {
      json = block.toJSON()
      written.set(block, json)
    }
    content.push(json)
  })
  return { type: 'doc', content }
}

/** A document of the wire as the editor's own; what its schema does not know would have been refused by the server. */
export function readDocument(schema: Schema, value: RichDocument): Node | null {
  try {
    const doc = Node.fromJSON(schema, value.content.length > 0 ? value : emptyDoc)
    doc.check()
    return doc
  } catch {
    return null
  }
}

const emptyDoc = { type: 'doc', content: [{ type: 'paragraph' }] }

/** Takes over a text that came from outside, as one step that can be undone. Nothing happens when it says the same. */
export function takeOver(editor: Editor, value: RichDocument): boolean {
  const { state, view } = editor
  const next = readDocument(state.schema, value)
  if (!next || sameButForEnd(next, state.doc)) return false
  // only what differs: the cursor stays where the text is the same
  const start = state.doc.content.findDiffStart(next.content)
  const end = state.doc.content.findDiffEnd(next.content)
  if (start === null || end === null) return false
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  const slice = next.slice(start, end.b + overlap)
  const tr = state.tr.replace(start, end.a + overlap, slice)
  if (!tr.doc.eq(next)) tr.replaceWith(0, tr.doc.content.size, next.content)
  view.dispatch(closeHistory(tr).setMeta('takenOver', true))
  return true
}

/** The empty paragraph that the editor keeps at the end for the cursor is no difference. */
function sameButForEnd(one: Node, other: Node): boolean {
  if (one.eq(other)) return true
  const last = other.lastChild
  const isSpare = last?.type.name === 'paragraph' && last.content.size === 0
  return (
    isSpare &&
    other.childCount === one.childCount + 1 &&
    other.copy(other.content.cut(0, other.content.size - 2)).eq(one)
  )
}

/** What is handed on: without the empty paragraph that only the cursor needs. */
export function spoken(doc: Node): Node {
  const last = doc.lastChild
  const before = doc.childCount > 1 ? doc.child(doc.childCount - 2) : null
  const isSpare = last?.type.name === 'paragraph' && last.content.size === 0 && before !== null && !before.isTextblock
  const isSpareAfterCode = last?.content.size === 0 && before?.type.name === 'codeBlock'
  return isSpare || isSpareAfterCode ? doc.copy(doc.content.cut(0, doc.content.size - 2)) : doc
}
