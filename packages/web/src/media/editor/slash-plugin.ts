import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'

/** The text after a slash, and its position. */
export interface SlashState {
  from: number
  to: number
  typed: string
}

interface Kept {
  open: SlashState | null
  /** Where Escape closed the menu: it stays closed while that slash stands. */
  dismissed: number | null
}

const key = new PluginKey<Kept>('slash')

export interface SlashHandlers {
  onChange: (state: SlashState | null) => void
  /** True when the key was for the menu. */
  onKey: (event: KeyboardEvent) => boolean
}

/**
 * Watches for `/` at the start of a word. On a Chinese keyboard the same key writes 、, which counts where a paragraph
 * begins. Keys of an input method never come here: the view keeps them to itself while something is being composed.
 */
export function slashExtension(handlers: () => SlashHandlers) {
  return Extension.create({
    name: 'slash',
    priority: 2000,
    addProseMirrorPlugins: () => [slashPlugin(handlers)],
  })
}

function slashState(state: EditorState): SlashState | null {
  return key.getState(state)?.open ?? null
}

function slashPlugin(handlers: () => SlashHandlers): Plugin<Kept> {
  return new Plugin<Kept>({
    key,
    state: {
      init: () => ({ open: null, dismissed: null }),
      apply(tr, before, _, state) {
        if (tr.getMeta(key) === 'close') return { open: null, dismissed: before.open?.from ?? null }
        if (!tr.docChanged && !tr.selectionSet) return before
        const dismissed = before.dismissed === null ? null : tr.mapping.map(before.dismissed)
        const found = findSlash(state)
        if (!found) return { open: null, dismissed: null }
        // a menu opens by typing, not by walking past a slash that has long stood there
        const isTyped = tr.docChanged && tr.getMeta('paste') !== true && tr.getMeta('history$') === undefined
        if (found.from === dismissed || !(before.open || isTyped)) return { open: null, dismissed }
        return { open: found, dismissed: null }
      },
    },
    props: {
      handleKeyDown: (view, event) => key.getState(view.state)?.open != null && handlers().onKey(event),
    },
    view: () => ({
      update(view, before) {
        const now = slashState(view.state)
        if (now !== slashState(before)) handlers().onChange(now)
      },
      destroy: () => handlers().onChange(null),
    }),
  })
}

const mostTyped = 20

function findSlash({ selection }: EditorState): SlashState | null {
  const { $from, empty } = selection
  const { parent, parentOffset } = $from
  if (!empty || !parent.isTextblock || parent.type.spec.code) return null
  const before = parent.textBetween(Math.max(0, parentOffset - mostTyped - 2), parentOffset, undefined, '\ufffc')
  const found = /(?:^|[\s\ufffc])(\/)([^\s/]*)$|^(、)([^\s、]*)$/.exec(before)
  const typed = found?.[2] ?? found?.[4]
  if (typed === undefined || typed.length > mostTyped) return null
  return { from: $from.pos - typed.length - 1, to: $from.pos, typed }
}

export function closeSlash(view: { state: EditorState; dispatch: (tr: EditorState['tr']) => void }): void {
  view.dispatch(view.state.tr.setMeta(key, 'close'))
}
