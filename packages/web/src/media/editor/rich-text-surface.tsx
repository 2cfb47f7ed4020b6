import type { RichDocument } from '@lantern/contract/media/rich-document.ts'
import { closeHistory } from '@tiptap/pm/history'
import type { EditorState } from '@tiptap/pm/state'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { classNames } from '#ui/class-names.ts'
import { toast } from '#ui/toast.ts'
import { EmbedPopover, FormulaPopover, LinkPopover } from './ask-popover.tsx'
import { type Ask, type EditorCommand, insertPicked, type PickKind } from './commands.ts'
import content from './content.module.css'
import styles from './editor.module.css'
import { documentJson, readDocument, spoken, takeOver } from './editor-content.ts'
import type { RichTextEditorProps } from './editor-props.ts'
import { editorExtensions } from './extensions.ts'
import { LengthNote } from './length-note.tsx'
import { readMarkdown, writeMarkdown } from './markdown-calls.ts'
import { MarkdownDialog } from './markdown-dialog.tsx'
import { NodeBar } from './node-bar.tsx'
import type { PasteHandlers, PasteNotice } from './paste.ts'
import { PasteNoticeBar } from './paste-notice.tsx'
import { type Place, pastedPlace } from './pasted-place.ts'
import { addPicture } from './pending-pictures.ts'
import { SlashMenu } from './slash-menu.tsx'
import type { SlashHandlers } from './slash-plugin.ts'
import { Toolbar } from './toolbar.tsx'

const noMenu: SlashHandlers = { onChange: () => undefined, onKey: () => false }

/** Tools, text and what they ask for. Comes as one late part of the page. */
export function RichTextSurface(props: RichTextEditorProps) {
  const { value, label, placeholder, limit, compact = false, language, describedBy, invalid, readOnly = false } = props
  const t = useMessages()
  const [asked, setAsked] = useState<Ask | null>(null)
  const [notice, setNotice] = useState<PasteNotice | null>(null)
  const latest = useRef(props)
  latest.current = props
  /** What the parent was told last: hearing the same again is no change from outside. */
  const told = useRef(value)
  const slash = useRef<SlashHandlers>(noMenu)
  const paste = useRef<PasteHandlers>({ notice: setNotice, addPictures: () => false })

  const extensions = useMemo(
    () =>
      editorExtensions({
        t,
        placeholder: placeholder ?? t('editor.placeholder'),
        shown: { video: (id) => latest.current.shown?.video?.(id) ?? null },
        slash: () => slash.current,
        paste: () => paste.current,
        askLink: () => setAsked('link'),
      }),
    [t, placeholder],
  )
  const attributes = useMemo(
    () => ({
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      class: classNames('prose', content.text),
      ...(language && { lang: language }),
      ...(describedBy && { 'aria-describedby': describedBy }),
      ...(invalid && { 'aria-invalid': 'true' }),
      ...(readOnly && { 'aria-readonly': 'true', tabindex: '0' }),
    }),
    [label, language, describedBy, invalid, readOnly],
  )
  const editor = useEditor(
    {
      extensions,
      editable: !readOnly,
      shouldRerenderOnTransaction: false,
      injectCSS: false,
      onBeforeCreate: ({ editor: born }) => {
        const doc = readDocument(born.schema, value)
        if (doc) born.options.content = doc.toJSON()
      },
      onUpdate: ({ editor: now, transaction }) => {
        if (transaction.getMeta('takenOver')) return
        const said = documentJson(spoken(now.state.doc))
        if (sameBlocks(said, told.current)) return
        told.current = said
        latest.current.onChange(said)
      },
      editorProps: { attributes },
    },
    [extensions],
  )

  useEffect(() => {
    if (!editor || value === told.current) return
    told.current = value
    takeOver(editor, value)
  }, [editor, value])
  useEffect(() => {
    editor?.setOptions({ editorProps: { attributes } })
    editor?.setEditable(!readOnly, false)
  }, [editor, readOnly, attributes])

  if (!editor) return null
  const withMedia = props.pickMedia !== undefined
  const allowed = (command: EditorCommand) => {
    if (command.id === 'image') return withMedia
    if (command.id === 'video') return withMedia && !compact
    return !compact || !['table', 'embed'].includes(command.id)
  }
  const pick = async (kind: PickKind) => {
    const picked = await latest.current.pickMedia?.(kind)
    if (picked && !editor.isDestroyed) insertPicked(editor, picked)
    else editor.commands.focus()
  }
  const ask = (what: Ask) => {
    if (what === 'image' || what === 'video') void pick(what)
    else setAsked(what)
  }
  paste.current = {
    notice: setNotice,
    addPictures(files, at) {
      const upload = latest.current.uploadImage
      if (!upload) return false
      for (const file of files) {
        addPicture(editor.view, file, at, t('editor.picture_uploading', { name: file.name }), upload).catch(() =>
          toast({ tone: 'bad', text: t('editor.picture_failed', { name: file.name }) }),
        )
      }
      return true
    },
  }
  const copyMarkdown = async () => {
    try {
      await navigator.clipboard.writeText(await writeMarkdown(documentJson(spoken(editor.state.doc))))
      toast({ tone: 'good', text: t('editor.markdown_copied') })
    } catch {
      toast({ tone: 'bad', text: t('editor.markdown_failed') })
    }
  }
  const insertMarkdown = async (text: string, placeOf: (state: EditorState) => Place | null): Promise<boolean> => {
    const document = await readMarkdown(text, language).catch(() => null)
    // where it is by now: one may have typed on while it was read
    const at = editor.isDestroyed ? null : placeOf(editor.state)
    if (!document || !at) return false
    // what is turned into formatting can be had back as it was
    editor.view.dispatch(closeHistory(editor.state.tr))
    return editor
      .chain()
      .focus()
      .insertContentAt(at, document.content as object[])
      .run()
  }
  const closeAsk = () => setAsked(null)
  return (
    <div
      className={styles.surface}
      data-rich-editor=""
      data-compact={compact ? '' : undefined}
      data-invalid={invalid ? '' : undefined}
    >
      {!readOnly && (
        <div className={styles.bars}>
          <Toolbar editor={editor} compact={compact} withMedia={withMedia} ask={ask} copyMarkdown={copyMarkdown} />
          <NodeBar editor={editor} />
          <PasteNoticeBar
            notice={notice}
            onClose={() => setNotice(null)}
            convert={async (found) => {
              if (await insertMarkdown(found.text, pastedPlace)) setNotice(null)
              else toast({ tone: 'bad', text: t('editor.markdown_failed') })
            }}
          />
        </div>
      )}
      <div className={styles.page}>
        <EditorContent editor={editor} />
        {limit !== undefined && <LengthNote editor={editor} limit={limit} />}
      </div>
      {!readOnly && <SlashMenu editor={editor} handlers={slash} allowed={allowed} ask={ask} />}
      {asked === 'link' && <LinkPopover editor={editor} onClose={closeAsk} />}
      {asked === 'embed' && <EmbedPopover editor={editor} onClose={closeAsk} />}
      {asked === 'formula' && <FormulaPopover editor={editor} onClose={closeAsk} />}
      <MarkdownDialog
        open={asked === 'markdown'}
        onClose={closeAsk}
        insert={(text) => insertMarkdown(text, ({ selection: { from, to } }) => ({ from, to }))}
      />
    </div>
  )
}

function sameBlocks(one: RichDocument, other: RichDocument): boolean {
  return (
    one.content.length === other.content.length && one.content.every((block, index) => block === other.content[index])
  )
}
