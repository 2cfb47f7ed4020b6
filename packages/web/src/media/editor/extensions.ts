import { Extension, type Extensions, Node } from '@tiptap/core'
import { ListKeymap } from '@tiptap/extension-list'
import { Dropcursor, Gapcursor, Placeholder, TrailingNode, UndoRedo } from '@tiptap/extensions'
import type { Translate } from '#kit/messages.tsx'
import { codeColours } from './code-colours.ts'
import { leafNodes } from './leaf-nodes.ts'
import { nodeViews, type ShownMedia } from './node-views.ts'
import { type PasteHandlers, pasteExtension } from './paste.ts'
import { pendingPictures } from './pending-pictures.ts'
import { type SlashHandlers, slashExtension } from './slash-plugin.ts'
import { tableNodes } from './table-nodes.ts'
import { textMarks } from './text-marks.ts'
import { textNodes } from './text-nodes.ts'
import { writingKeys } from './writing-keys.ts'

export interface EditorParts {
  t: Translate
  placeholder: string
  shown: ShownMedia
  slash: () => SlashHandlers
  paste: () => PasteHandlers
  askLink: () => void
}

/** Nodes and marks alone: all that a document needs. */
export function schemaExtensions(): Extensions {
  return [...textNodes(), ...leafNodes(), ...tableNodes(), ...textMarks()]
}

export function editorExtensions({ t, placeholder, shown, slash, paste, askLink }: EditorParts): Extensions {
  const views = nodeViews(t, shown)
  const nodes = schemaExtensions().map((extension) => {
    const view = views[extension.name]
    return view && extension instanceof Node ? extension.extend({ addNodeView: () => view }) : extension
  })
  return [
    ...nodes,
    UndoRedo.configure({ depth: 500, newGroupDelay: 600 }),
    Dropcursor.configure({ class: 'editor-drop', width: 2 }),
    Gapcursor,
    TrailingNode.configure({ node: 'paragraph', notAfter: ['paragraph'] }),
    ListKeymap.configure({ listTypes: [{ itemName: 'listItem', wrapperNames: ['bulletList', 'orderedList'] }] }),
    Placeholder.configure({ placeholder, showOnlyWhenEditable: true }),
    codeColours,
    pendingPictures,
    writingKeys,
    slashExtension(slash),
    pasteExtension(paste),
    Extension.create({
      name: 'askLink',
      addKeyboardShortcuts: () => ({
        'Mod-k': () => {
          askLink()
          return true
        },
      }),
    }),
  ]
}
