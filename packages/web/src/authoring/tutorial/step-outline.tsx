import type { SectionForm, TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FieldError } from '#ui/field-error.tsx'
import { ChevronDownIcon, PlusIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import { rowsOfGrips } from '#ui/reorder/grip.tsx'
import { useReorder } from '#ui/reorder/use-reorder.ts'
import { useDraftState, useEditorTools } from '../editor-shell/editor-tools.tsx'
import { limitReached, type StepType } from './step-edits.ts'
import styles from './step-outline.module.css'
import { StepRow } from './step-row.tsx'

type StepOutlineProps = {
  sections: readonly SectionForm[]
  currentId: string | null
  unfolded: ReadonlySet<string>
  problem?: string
  /** A step is being added. */
  busy: boolean
  onOpen: (id: string) => void
  onMove: (from: number, to: number) => number
  onToggle: (id: string) => void
  onToggleAll: () => void
  onChange: (id: string, fields: Partial<SectionForm>) => void
  onDelete: (id: string) => void
  onAdd: (type: StepType) => void
}

/** All steps in their order, and the buttons that add one. On a phone it opens from one line. */
export function StepOutline(props: StepOutlineProps) {
  const { sections, currentId, unfolded, problem, busy, onOpen, onMove, onToggleAll, onAdd } = props
  const t = useMessages()
  const { campus } = useEditorTools()
  const [opened, setOpened] = useState(false)
  const faults = useStepFaults()
  const { language } = useDraftState<TutorialForms>().forms.general
  const at = sections.findIndex(({ id }) => id === currentId)
  const { listProps, said } = useReorder<HTMLOListElement>({
    count: sections.length,
    onMove,
    say: (to) => t('authoring.step_moved', { number: to + 1 }),
  })
  const list = useRef<HTMLOListElement | null>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  // the rows are drawn anew only when their own step changes: what they are given stays the same
  const openStep = useCallback(
    (id: string) => {
      setOpened(false)
      onOpen(id)
    },
    [onOpen],
  )
  const labFull = limitReached(sections, 'lab') !== null
  const submissionFull = limitReached(sections, 'submission') !== null
  return (
    <Panel
      as="nav"
      padded={false}
      className={classNames(styles.outline, opened && styles.opened)}
      aria-label={t('authoring.tab_steps')}
    >
      <div className={styles.head}>
        <h2>{t('authoring.tab_steps')}</h2>
        <Button
          size="s"
          theme="quiet"
          className={styles.foldAll}
          disabled={sections.length === 0}
          onClick={onToggleAll}
        >
          {t(unfolded.size > 0 ? 'authoring.fold_all' : 'authoring.unfold_all')}
        </Button>
        <Button
          size="s"
          theme="quiet"
          className={styles.pick}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {t('authoring.step_at', { number: at + 1, total: sections.length })}
          <ChevronDownIcon className="icon-s" />
        </Button>
      </div>
      <div className={styles.body}>
        {problem && (
          <div className={styles.problem}>
            <FieldError>{problem}</FieldError>
          </div>
        )}
        <ol
          {...listProps}
          ref={(element) => {
            listProps.ref.current = element
            list.current = element
          }}
          className={rowsOfGrips(styles.rows)}
        >
          {sections.map((section, index) => (
            <StepRow
              key={section.id}
              section={section}
              language={language}
              index={index}
              total={sections.length}
              isCurrent={section.id === currentId}
              isUnfolded={unfolded.has(section.id)}
              fault={faults.get(section.id)}
              onOpen={openStep}
              onMove={onMove}
              onToggle={props.onToggle}
              onChange={props.onChange}
              onDelete={props.onDelete}
            />
          ))}
        </ol>
        <p className="sr" role="status">
          {said}
        </p>
        <div className={styles.add}>
          <Button busy={busy} icon={<PlusIcon className="icon-s" />} onClick={() => onAdd('normal')}>
            {t('authoring.add_step_normal')}
          </Button>
          <Button
            size="s"
            aria-disabled={labFull || undefined}
            aria-describedby="step-limits"
            onClick={() => onAdd('lab')}
          >
            {t('authoring.step_lab')}
          </Button>
          <Button
            size="s"
            aria-disabled={submissionFull || undefined}
            aria-describedby="step-limits"
            onClick={() => onAdd('submission')}
          >
            {t('authoring.step_submission')}
          </Button>
          {campus && (
            <Button size="s" onClick={() => onAdd('tool')}>
              {t('authoring.step_tool')}
            </Button>
          )}
        </div>
        <p className={styles.limits} id="step-limits">
          {t('authoring.step_limits')}
        </p>
      </div>
    </Panel>
  )
}

/** The first thing that is wrong with each step, once the author has been there or the server has said so. */
function useStepFaults(): ReadonlyMap<string, string> {
  const t = useMessages()
  const { draftEditor } = useEditorTools<TutorialForms>()
  const { forms, touched, refusals } = useDraftState<TutorialForms>()
  return useMemo(() => {
    const found = new Map<string, string>()
    // drawn from what the draft holds now: the forms are named because they decide it
    if (forms.steps.sections.length === 0) return found
    for (const { field, key, values } of draftEditor.faults('steps')) {
      const [list, id = ''] = field.split('.')
      if (list !== 'sections' || found.has(id) || !touched.has(`steps.${field}`)) continue
      found.set(
        id,
        key === 'error_isRequired' ? t('authoring.step_lacks', { field: wordOf(field, t) }) : t(key, values),
      )
    }
    for (const [name, text] of Object.entries(refusals)) {
      const [part, list, id = ''] = name.split('.')
      // a shape is refused by its place, everything else by its id
      if (part === 'steps' && list === 'sections') found.set(forms.steps.sections[Number(id)]?.id ?? id, text)
    }
    return found
  }, [draftEditor, forms.steps, touched, refusals, t])
}

function wordOf(field: string, t: ReturnType<typeof useMessages>): string {
  if (field.endsWith('.labUrl')) return t('authoring.field_labUrl')
  if (field.endsWith('.peerQuestions')) return t('authoring.field_peerQuestions')
  if (field.endsWith('.toolLinkId')) return t('authoring.field_toolLinkId')
  return t(field.endsWith('.submissionType') ? 'authoring.field_submissionType' : 'authoring.field_title')
}
