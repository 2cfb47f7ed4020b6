import { type Editor, Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

/** Keys that belong to no node alone. */
export const writingKeys = Extension.create<object, { leaving: boolean }>({
  name: 'writingKeys',
  priority: 500,
  addStorage: () => ({ leaving: false }),
  addKeyboardShortcuts() {
    return {
      Tab: () => indent(this.editor),
      'Shift-Tab': () => outdent(this.editor),
      // the next Tab leaves the text: it must not be a trap for the keyboard
      Escape: () => {
        this.storage.leaving = true
        return false
      },
      'Alt-F10': () => {
        const tools = this.editor.view.dom
          .closest('[data-rich-editor]')
          ?.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')
        tools?.focus()
        return tools != null
      },
    }
  },
  addProseMirrorPlugins() {
    const keydown = (_: unknown, { key }: KeyboardEvent) => {
      // before the keys of lists and tables too: true leaves this press to the browser
      if (key === 'Tab') return this.storage.leaving
      if (key !== 'Shift') this.storage.leaving = false
      return false
    }
    // only what the person does next ends it: where the caret is can be told after the press of Escape
    const mousedown = () => {
      this.storage.leaving = false
      return false
    }
    return [new Plugin({ props: { handleDOMEvents: { keydown, mousedown } } })]
  },
  onBlur() {
    this.storage.leaving = false
  },
})

const step = '  '

function indent(editor: Editor): boolean {
  const { state, view } = editor
  if (state.selection.$from.parent.type.name !== 'codeBlock') return false
  const { from, to, empty, $from } = state.selection
  if (empty) view.dispatch(state.tr.insertText(step).scrollIntoView())
  else {
    const tr = state.tr
    for (const start of lineStarts($from.parent.textContent, from - $from.start(), to - $from.start()).reverse()) {
      tr.insertText(step, $from.start() + start)
    }
    view.dispatch(tr)
  }
  return true
}

function outdent(editor: Editor): boolean {
  const { state, view } = editor
  const { from, to, $from } = state.selection
  if ($from.parent.type.name !== 'codeBlock') return false
  const text = $from.parent.textContent
  const tr = state.tr
  for (const start of lineStarts(text, from - $from.start(), to - $from.start()).reverse()) {
    const width = /^(?:\t| {1,2})/.exec(text.slice(start))?.[0].length ?? 0
    if (width > 0) tr.delete($from.start() + start, $from.start() + start + width)
  }
  view.dispatch(tr)
  return true
}

/** Where the lines begin that this part of the code touches. */
function lineStarts(text: string, from: number, to: number): number[] {
  const first = text.lastIndexOf('\n', from - 1) + 1
  const starts = [first]
  for (let at = text.indexOf('\n', first); at >= 0 && at < to - 1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
