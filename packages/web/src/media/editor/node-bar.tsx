import { embedOf } from '@lantern/contract/media/embeds.ts'
import { imageWidths } from '@lantern/contract/media/rich-schema.ts'
import type { CalloutTone } from '@lantern/contract/media/rich-text.ts'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type ReactNode, useId } from 'react'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { codeLanguages } from './code-languages.ts'
import styles from './editor.module.css'
import { runTableAct, type TableAct, tableActs } from './table-nodes.ts'
import { offeredTones, toneKeys } from './words.ts'

const shownKinds = [
  'codeBlock',
  'image',
  'inlineImage',
  'video',
  'embed',
  'math',
  'mathBlock',
  'table',
  'callout',
] as const
type Kind = (typeof shownKinds)[number]

const headings: Record<Kind, MessageKey> = {
  codeBlock: 'editor.code_block',
  image: 'editor.image',
  inlineImage: 'editor.image',
  video: 'editor.video',
  embed: 'editor.embed',
  math: 'editor.formula',
  mathBlock: 'editor.formula',
  table: 'editor.table',
  callout: 'editor.callout',
}

/** What can be set about the thing that the cursor is in or on, between the tools and the text. */
export function NodeBar({ editor }: { editor: Editor }) {
  const t = useMessages()
  const now = useEditorState({ editor, selector: ({ editor: state }) => currentNode(state) })
  if (!now) return null
  const { kind, attrs } = now
  const set = (changes: Record<string, unknown>) => editor.commands.updateAttributes(kind, changes)
  const text = (name: string) => String(attrs[name] ?? '')
  return (
    <fieldset className={styles.nodeBar}>
      <legend className={styles.nodeName}>{t(headings[kind])}</legend>
      {kind === 'codeBlock' && (
        <>
          <Choice
            label={t('editor.code_language')}
            value={text('language')}
            options={languagesWith(text('language')).map((name) => [name, name || t('editor.code_plain')])}
            onChange={(language) => set({ language })}
          />
          <Line
            label={t('editor.file_name')}
            value={text('fileName')}
            longest={200}
            onChange={(fileName) => set({ fileName })}
          />
          <Line
            label={t('editor.marked_lines')}
            value={text('marked')}
            placeholder="7-8,12"
            longest={200}
            onChange={(marked) => set({ marked })}
          />
        </>
      )}
      {(kind === 'image' || kind === 'inlineImage') && (
        <Line label={t('editor.alt')} value={text('alt')} longest={500} onChange={(alt) => set({ alt })} wide />
      )}
      {(kind === 'image' || kind === 'video' || kind === 'embed') && (
        <Line
          label={t('editor.caption')}
          value={text('caption')}
          longest={1000}
          onChange={(caption) => set({ caption })}
          wide
        />
      )}
      {kind === 'image' && (
        <Choice
          label={t('editor.width')}
          value={text('width')}
          options={imageWidths.map((width) => [width, t(`editor.width_${width}`)])}
          onChange={(width) => set({ width })}
        />
      )}
      {kind === 'embed' && !embedOf(text('url')) && <p className={styles.nodeNote}>{t('editor.embed_not_offered')}</p>}
      {(kind === 'math' || kind === 'mathBlock') && (
        <Line
          label={t('editor.latex')}
          value={text('latex')}
          longest={10_000}
          onChange={(latex) => set({ latex })}
          wide
          code
        />
      )}
      {kind === 'callout' && (
        <>
          <Choice
            label={t('editor.callout_kind')}
            value={text('tone')}
            options={offeredTones.map((tone) => [tone, t(toneKeys[tone])])}
            onChange={(tone) => set({ tone })}
          />
          <Line
            label={t('editor.callout_name')}
            value={text('name')}
            placeholder={t(toneKeys[(text('tone') || 'note') as CalloutTone])}
            longest={200}
            onChange={(name) => set({ name })}
          />
        </>
      )}
      {kind === 'table' && <TableTools editor={editor} />}
    </fieldset>
  )
}

const tableKeys: Record<TableAct, MessageKey> = {
  row_above: 'editor.table_row_above',
  row_below: 'editor.table_row_below',
  row_delete: 'editor.table_row_delete',
  column_before: 'editor.table_column_before',
  column_after: 'editor.table_column_after',
  column_delete: 'editor.table_column_delete',
  header_row: 'editor.table_header_row',
  header_column: 'editor.table_header_column',
  merge: 'editor.table_merge',
  split: 'editor.table_split',
  table_delete: 'editor.table_delete',
}

function TableTools({ editor }: { editor: Editor }) {
  const t = useMessages()
  const possible = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      (Object.keys(tableActs) as TableAct[]).filter((act) => tableActs[act](now.state)).join(' '),
  })
  return (Object.keys(tableKeys) as TableAct[])
    .filter((act) => (act !== 'merge' && act !== 'split') || possible.split(' ').includes(act))
    .map((act) => (
      <button
        key={act}
        type="button"
        className={styles.nodeAct}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => runTableAct(editor, act)}
      >
        {t(tableKeys[act])}
      </button>
    ))
}

interface CurrentNode {
  kind: Kind
  attrs: Record<string, unknown>
}

/** The innermost thing that has something to set. */
function currentNode(editor: Editor): CurrentNode | null {
  const { selection } = editor.state
  const kindOf = (name: string) => shownKinds.find((kind) => kind === name)
  const onNode =
    'node' in selection ? (selection.node as { type: { name: string }; attrs: Record<string, unknown> }) : null
  const kind = onNode && kindOf(onNode.type.name)
  if (onNode && kind) return { kind, attrs: onNode.attrs }
  const { $from } = selection
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    const found = kindOf(node.type.name)
    if (found) return { kind: found, attrs: node.attrs }
  }
  return null
}

function languagesWith(known: string): readonly string[] {
  return codeLanguages.includes(known) ? codeLanguages : [known, ...codeLanguages]
}

type LineProps = {
  label: string
  value: string
  longest: number
  onChange: (value: string) => void
  placeholder?: string
  wide?: boolean
  code?: boolean
}

function Line({ label, value, longest, onChange, placeholder, wide, code }: LineProps) {
  const id = useId()
  return (
    <Setting label={label} id={id} wide={wide}>
      <input
        id={id}
        className={styles.nodeInput}
        data-code={code ? '' : undefined}
        value={value}
        maxLength={longest}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
      />
    </Setting>
  )
}

type ChoiceProps = {
  label: string
  value: string
  options: readonly (readonly [value: string, words: string])[]
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <Setting label={label} id={id}>
      <select id={id} className={styles.nodeInput} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([own, words]) => (
          <option key={own} value={own}>
            {words}
          </option>
        ))}
      </select>
    </Setting>
  )
}

function Setting({ label, id, wide, children }: { label: string; id: string; wide?: boolean; children: ReactNode }) {
  return (
    <span className={styles.setting} data-wide={wide ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      {children}
    </span>
  )
}
