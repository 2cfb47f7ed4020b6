import type { EditedType, OutlineContents, OutlineForms } from '@lantern/contract/authoring/forms.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { FolderPlusIcon } from '#ui/icons.tsx'
import { toast } from '#ui/toast.ts'
import { useDraftState, useEditorTools, usePart } from '../editor-shell/editor-tools.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { PanelGrid, PanelSection } from '../editor-shell/panel-grid.tsx'
import { VersionRangeFields } from '../fields/version-range-fields.tsx'
import type { FoundItem } from '../items/find-items.ts'
import { itemOf } from '../items/item-line.tsx'
import { AddContents } from './add-contents.tsx'
import { addChapter, addContents, moveRow, putBack, removeChapter, removeContent, rowsOf } from './outline-edits.ts'
import { OutlineRows } from './outline-rows.tsx'

const parts: Record<'project' | 'course', readonly EditedType[]> = {
  project: ['tutorial', 'quiz'],
  course: ['tutorial', 'project', 'quiz'],
}

/** What a project or a course is made of: found and added above, put in order and into chapters below. */
export function ContentsPanel() {
  const t = useMessages()
  const { draftEditor, kind, references, addReferences } = useEditorTools<OutlineForms>()
  const { form, errorOf } = usePart<OutlineForms, 'contents'>('contents')
  const { draft } = useDraftState<OutlineForms>()
  const [deleting, setDeleting] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  /** The chapter whose title is to be written next. */
  const focusChapter = useRef<string | null>(null)
  const types = parts[kind.type === 'project' ? 'project' : 'course']
  const rows = useMemo(() => rowsOf(form), [form])

  useEffect(() => {
    if (focusChapter.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-chapter="${focusChapter.current}"] input`)?.focus()
    focusChapter.current = null
  })

  const edit = useCallback(
    (change: (form: OutlineContents) => OutlineContents) => {
      // the newest form, not the one of the last render
      draftEditor.change('contents', change(draftEditor.state().forms.contents))
    },
    [draftEditor],
  )
  const add = (item: FoundItem, chapterId: string | null) => {
    addReferences({ items: { [item.id]: item } })
    edit((now) => addContents(now, [item.id], chapterId))
  }
  const remove = useCallback(
    (id: string, title: string) => {
      const before = draftEditor.state().forms.contents
      edit((now) => removeContent(now, id))
      // its note stays until it is closed: by then there may be more to keep
      const undo = () => edit((now) => putBack(now, before, id))
      toast({
        tone: 'info',
        text: t('authoring.outline_removed', { title }),
        action: { label: t('authoring.outline_undo'), onAct: undo },
      })
    },
    [draftEditor, edit, t],
  )
  const move = (from: number, to: number) => {
    const moved = moveRow(draftEditor.state().forms.contents, from, to)
    draftEditor.change('contents', moved.form)
    return moved.at
  }
  const beginChapter = () => {
    edit((now) => {
      const next = addChapter(now)
      focusChapter.current = next.chapters.at(-1)?.id ?? null
      return next
    })
  }
  const deletingNumber = form.chapters.findIndex(({ id }) => id === deleting) + 1

  return (
    <>
      <PanelGrid
        sideLabel={t('authoring.settings')}
        side={
          <>
            <h2>{t('authoring.settings')}</h2>
            <VersionRangeFields part="contents" />
          </>
        }
      >
        <PanelSection title={t('authoring.outline_add')}>
          <FieldPlace name="contents.contents" whole>
            <AddContents
              type={kind.type === 'project' ? 'project' : 'course'}
              types={types}
              without={draft?.id}
              present={form.contentIds}
              chapters={form.chapters}
              onAdd={add}
            />
          </FieldPlace>
        </PanelSection>
        <PanelSection
          title={t('authoring.outline_list')}
          end={
            <span className="muted small num">
              {t('authoring.outline_count', { count: form.contents.length })}
              {' · '}
              {t('authoring.outline_required_count', {
                count: form.contents.filter(({ required }) => required).length,
              })}
            </span>
          }
        >
          {errorOf('contents') && <FieldError>{errorOf('contents')}</FieldError>}
          <div ref={list}>
            <OutlineRows
              rows={rows}
              itemOf={(id) => itemOf(references.items, id, t('authoring.unknown_entry'))}
              errorOf={errorOf}
              onTouchChapter={(id) => draftEditor.touch('contents', `chapters.${id}.title`)}
              onEdit={edit}
              onMove={move}
              onRemove={remove}
              onDeleteChapter={setDeleting}
            />
          </div>
          <div>
            <Button icon={<FolderPlusIcon />} onClick={beginChapter}>
              {t('authoring.outline_add_chapter')}
            </Button>
          </div>
        </PanelSection>
      </PanelGrid>
      <ConfirmDialog
        open={deleting !== null}
        theme="delete"
        title={t('authoring.outline_delete_chapter_title', { number: deletingNumber })}
        confirmLabel={t('authoring.delete')}
        cancelLabel={t('authoring.dashboard_keep')}
        closeLabel={t('kit.close')}
        onConfirm={() => {
          if (deleting !== null) edit((now) => removeChapter(now, deleting))
          setDeleting(null)
        }}
        onClose={() => setDeleting(null)}
      >
        <p>{t('authoring.outline_delete_chapter_text')}</p>
      </ConfirmDialog>
    </>
  )
}
