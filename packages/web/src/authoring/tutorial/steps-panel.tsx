import { emptySection } from '@lantern/contract/authoring/empty-forms.ts'
import type { SectionForm, TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextSkeleton } from '#ui/skeleton.tsx'
import { useDraftState, useEditorTools, usePart, useWantedThing } from '../editor-shell/editor-tools.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { PanelGrid } from '../editor-shell/panel-grid.tsx'
import { StepEditor, type ToolField } from './step-editor.tsx'
import { editStep, limitReached, moveStep, removeStep, type StepType } from './step-edits.ts'
import { StepOutline } from './step-outline.tsx'
import { StepPreview } from './step-preview.tsx'
import { StepSettings } from './step-settings.tsx'
import { addStep } from './tutorial-kind.ts'

/**
 * The steps: an outline to jump and to order by, and what is unfolded. Only the step that is worked on has an editor, so
 * that three hundred steps open and change as quickly as three.
 */
export function TutorialStepsPanel({ toolField }: { toolField?: ToolField | undefined }) {
  const t = useMessages()
  const { draftEditor, say } = useEditorTools<TutorialForms>()
  const { draft } = useDraftState<TutorialForms>()
  const { form, errorOf } = usePart<TutorialForms, 'steps'>('steps')
  const { sections } = form
  const [currentId, setCurrentId] = useState(sections[0]?.id ?? null)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(() => new Set(sections.slice(0, 1).map(({ id }) => id)))
  const [deleting, setDeleting] = useState<SectionForm | null>(null)
  const [adding, setAdding] = useState(false)
  const current = sections.find(({ id }) => id === currentId) ?? null
  const currentAt = useRef(currentId)
  currentAt.current = currentId

  const edit = useCallback(
    (change: (sections: readonly SectionForm[]) => SectionForm[]) => {
      // the newest form, not the one of the last render: an editor may report late
      const now = draftEditor.state().forms.steps
      draftEditor.change('steps', { ...now, sections: change(now.sections) })
    },
    [draftEditor],
  )
  const leaveStep = useCallback(() => {
    const id = currentAt.current
    if (id)
      for (const name of ['title', 'labUrl', 'submissionType', 'toolLinkId', 'peerQuestions'])
        draftEditor.touch('steps', `sections.${id}.${name}`)
  }, [draftEditor])
  const open = useCallback(
    (id: string) => {
      if (id !== currentAt.current) leaveStep()
      setCurrentId(id)
      setUnfolded((before) => (before.has(id) ? before : new Set([id])))
    },
    [leaveStep],
  )
  useWantedThing('steps.sections', open)
  const toggle = useCallback((id: string) => {
    setUnfolded((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const toggleAll = () => setUnfolded(unfolded.size > 0 ? new Set() : new Set(sections.map(({ id }) => id)))
  const change = useCallback(
    (id: string, fields: Partial<SectionForm>) => edit((now) => editStep(now, id, fields)),
    [edit],
  )
  const move = useCallback(
    (from: number, to: number) => {
      edit((now) => moveStep(now, from, to))
      return to
    },
    [edit],
  )
  const askDelete = useCallback(
    (id: string) => setDeleting(draftEditor.state().forms.steps.sections.find((section) => section.id === id) ?? null),
    [draftEditor],
  )

  const focusTitle = useRef(false)
  const title = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!focusTitle.current || !title.current) return
    focusTitle.current = false
    title.current.focus()
  })
  const openFresh = (id: string) => {
    setCurrentId(id)
    setUnfolded(new Set([id]))
    focusTitle.current = true
  }
  const add = async (type: StepType) => {
    const limit = limitReached(sections, type)
    if (limit) return say(t(limit))
    say(null)
    setAdding(true)
    const known = new Set(sections.map(({ id }) => id))
    const complete = draft !== null && draftEditor.faults('steps').length === 0
    const result = complete ? await draftEditor.act('steps', (at) => addStep(type, at)) : 'invalid'
    setAdding(false)
    const made = draftEditor.state().forms.steps.sections.find(({ id }) => !known.has(id))
    if (result === 'saved' && made) return openFresh(made.id)
    // not complete yet, or nobody to ask: it is added here and goes with the next save
    const section = emptySection(type)
    edit((now) => [...now, section])
    openFresh(section.id)
  }
  const remove = () => {
    if (!deleting) return
    const at = sections.findIndex(({ id }) => id === deleting.id)
    const next = sections[at + 1] ?? sections[at - 1]
    edit((now) => removeStep(now, deleting.id))
    setDeleting(null)
    if (deleting.id === currentId) {
      setCurrentId(next?.id ?? null)
      setUnfolded(new Set(next ? [next.id] : []))
    }
  }
  const shown = sections.filter(({ id }) => unfolded.has(id))

  return (
    <>
      <PanelGrid
        start={
          <FieldPlace name="steps.sections">
            <StepOutline
              sections={sections}
              currentId={currentId}
              unfolded={unfolded}
              problem={errorOf('sections')}
              busy={adding}
              onOpen={open}
              onMove={move}
              onToggle={toggle}
              onToggleAll={toggleAll}
              onChange={change}
              onDelete={askDelete}
              onAdd={(type) => void add(type)}
            />
          </FieldPlace>
        }
        sideLabel={t('authoring.settings')}
        side={<StepSettings current={current} onChange={change} />}
      >
        {sections.length === 0 && !adding && (
          <EmptyState title={t('authoring.no_steps_title')}>
            <p>{t('authoring.no_steps_text')}</p>
          </EmptyState>
        )}
        {sections.length > 0 && shown.length === 0 && !adding && (
          <EmptyState title={t('authoring.all_folded_title')}>
            <p>{t('authoring.all_folded_text')}</p>
          </EmptyState>
        )}
        {adding && (
          <Panel>
            <TextSkeleton label={t('documents.loading')} />
          </Panel>
        )}
        {(adding ? [] : shown).map((section) => {
          const number = sections.indexOf(section) + 1
          return section.id === currentId ? (
            <FieldPlace key={section.id} name={`steps.sections.${section.id}`} whole>
              <StepEditor
                ref={title}
                section={section}
                number={number}
                errorOf={errorOf}
                onChange={change}
                onFold={toggle}
                toolField={toolField}
              />
            </FieldPlace>
          ) : (
            <StepPreview key={section.id} section={section} number={number} onOpen={open} onFold={toggle} />
          )
        })}
      </PanelGrid>
      <ConfirmDialog
        open={deleting !== null}
        theme="delete"
        title={t(
          deleting?.type === 'submission' ? 'authoring.delete_submission_step_title' : 'authoring.delete_step_title',
          {
            number: deleting ? sections.indexOf(deleting) + 1 : 0,
            name: deleting?.title ?? '',
          },
        )}
        confirmLabel={t('authoring.delete')}
        cancelLabel={t('documents.cancel')}
        closeLabel={t('kit.close')}
        onClose={() => setDeleting(null)}
        onConfirm={remove}
      >
        <p>
          {t(deleting?.type === 'submission' ? 'authoring.delete_submission_step_text' : 'authoring.delete_step_text')}
        </p>
      </ConfirmDialog>
    </>
  )
}
