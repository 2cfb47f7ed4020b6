import { type Editor, Extension, type Extensions } from '@tiptap/core'
import type { Command } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  mergeCells,
  splitCell,
  tableEditing,
  toggleHeaderColumn,
  toggleHeaderRow,
} from '@tiptap/pm/tables'
import { schemaNode } from './schema-extensions.ts'

export function tableNodes(): Extensions {
  return [table, tableRow, tableHeader, tableCell, tableEditor]
}

/** Everything that can be done to a table that the cursor is in, in the order of the tools. */
export const tableActs = {
  row_above: addRowBefore,
  row_below: addRowAfter,
  row_delete: deleteRow,
  column_before: addColumnBefore,
  column_after: addColumnAfter,
  column_delete: deleteColumn,
  header_row: toggleHeaderRow,
  header_column: toggleHeaderColumn,
  merge: mergeCells,
  split: splitCell,
  table_delete: deleteTable,
} satisfies Record<string, Command>

export type TableAct = keyof typeof tableActs

export function runTableAct(editor: Editor, act: TableAct): boolean {
  const done = tableActs[act](editor.state, editor.view.dispatch)
  editor.commands.focus()
  return done
}

export function insertTable(editor: Editor, rows: number, columns: number): boolean {
  const cells = (type: string) => Array.from({ length: columns }, () => ({ type, content: [{ type: 'paragraph' }] }))
  const content = Array.from({ length: rows }, (_, row) => ({
    type: 'tableRow',
    content: cells(row === 0 ? 'tableHeader' : 'tableCell'),
  }))
  const at = editor.state.selection.from
  const done = editor.commands.insertContent({ type: 'table', content })
  // into the first cell: what is typed next belongs there
  const inside = editor.state.doc.resolve(Math.min(at, editor.state.doc.content.size))
  let first: number | null = null
  editor.state.doc.nodesBetween(Math.max(0, inside.pos - 1), editor.state.doc.content.size, (node, pos) => {
    if (first === null && node.type.name === 'tableHeader' && node.textContent === '') first = pos + 2
    return first === null
  })
  if (first !== null) editor.commands.setTextSelection(first)
  return done
}

/** What ProseMirror's tables know a node by. The hook is asked about every node of the schema. */
function role(name: string, tableRole: string) {
  return (extension: { name: string }) => (extension.name === name ? { tableRole } : {})
}

const table = schemaNode(
  'table',
  { caption: (element) => element.querySelector('caption')?.textContent?.trim() },
  {
    isolating: true,
    parseHTML: () => [{ tag: 'table' }],
    renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
    extendNodeSchema: role('table', 'table'),
    addKeyboardShortcuts() {
      return {
        Tab: () => {
          if (!this.editor.isActive('table')) return false
          const { state, view } = this.editor
          return (
            goToNextCell(1)(state, view.dispatch) ||
            (addRowAfter(state, view.dispatch) && goToNextCell(1)(this.editor.state, view.dispatch))
          )
        },
        'Shift-Tab': () => goToNextCell(-1)(this.editor.state, this.editor.view.dispatch),
        'Mod-Alt-ArrowDown': () => this.editor.isActive('table') && runTableAct(this.editor, 'row_below'),
        'Mod-Alt-ArrowUp': () => this.editor.isActive('table') && runTableAct(this.editor, 'row_above'),
        'Mod-Alt-ArrowRight': () => this.editor.isActive('table') && runTableAct(this.editor, 'column_after'),
        'Mod-Alt-ArrowLeft': () => this.editor.isActive('table') && runTableAct(this.editor, 'column_before'),
        'Mod-Alt-Backspace': () => this.editor.isActive('table') && runTableAct(this.editor, 'row_delete'),
      }
    },
  },
)

const tableRow = schemaNode(
  'tableRow',
  {},
  {
    parseHTML: () => [{ tag: 'tr' }],
    renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
    extendNodeSchema: role('tableRow', 'row'),
  },
)

const cellReaders = {
  colspan: (element: HTMLElement) => Number(element.getAttribute('colspan') ?? 1),
  rowspan: (element: HTMLElement) => Number(element.getAttribute('rowspan') ?? 1),
  align: (element: HTMLElement) => element.getAttribute('align') ?? (element.style.textAlign || null),
}

function cell(name: 'tableCell' | 'tableHeader', tag: 'td' | 'th', tableRole: string) {
  return schemaNode(name, cellReaders, {
    isolating: true,
    parseHTML: () => [{ tag }],
    renderHTML: ({ node, HTMLAttributes }) => {
      const { colspan, rowspan, align } = node.attrs
      const shown = {
        ...HTMLAttributes,
        ...(colspan > 1 && { colspan }),
        ...(rowspan > 1 && { rowspan }),
        ...(align && { align }),
      }
      return [tag, shown, 0]
    },
    extendNodeSchema: role(name, tableRole),
  })
}

const tableHeader = cell('tableHeader', 'th', 'header_cell')
const tableCell = cell('tableCell', 'td', 'cell')

const tableEditor = Extension.create({
  name: 'tableEditor',
  addProseMirrorPlugins: () => [tableEditing()],
})
