import type { Editor } from '@tiptap/core'
import { getMarkRange } from '@tiptap/core'

/** The address of the link that the cursor is in; null where there is none. */
export function currentLink(editor: Editor): string | null {
  return editor.isActive('link') ? String(editor.getAttributes('link').href ?? '') : null
}

/** An address as typed: without its protocol, with spaces around. */
export function completeAddress(typed: string): string {
  const text = typed.trim()
  if (/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(text)) return `mailto:${text}`
  return /^(?:[\w-]+\.)+[a-z]{2,}(?:[:/?#].*)?$/i.test(text) ? `https://${text}` : text
}

/** The whole link, when the cursor is in one; else what is selected; else the address itself becomes the words. */
export function setLink(editor: Editor, href: string): void {
  const type = editor.schema.marks.link
  const range = type && getMarkRange(editor.state.selection.$from, type)
  const chain = editor.chain().focus()
  if (range) chain.setTextSelection(range).setMark('link', { href }).setTextSelection(range.to).run()
  else if (editor.state.selection.empty) {
    chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
  } else chain.setMark('link', { href }).run()
}

export function removeLink(editor: Editor): void {
  editor.chain().focus().unsetMark('link', { extendEmptyMarkRange: true }).run()
}
