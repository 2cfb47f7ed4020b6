import { titleMax } from '@lantern/contract/authoring/fault-rules.ts'
import type { SectionForm, TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { type ReactNode, type Ref, useId } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { ChevronUpIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import { cutToLimit, lengthOf } from '#ui/text-limit.ts'
import { useDraftState, useEditorTools } from '../editor-shell/editor-tools.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { RichField } from '../fields/rich-field.tsx'
import { PeerQuestions } from './peer-questions.tsx'
import styles from './step-editor.module.css'

/** What the field of an outside tool is given; the tools themselves are of another domain. */
export type ToolField = (field: {
  /** Null: the lesson was not saved yet. */
  itemId: string | null
  step: SectionForm
  error: string | undefined
  onTouch: () => void
  onChange: (toolLinkId: string | null) => void
}) => ReactNode

type StepEditorProps = {
  ref?: Ref<HTMLTextAreaElement>
  section: SectionForm
  number: number
  errorOf: (field: string) => string | undefined
  onChange: (id: string, fields: Partial<SectionForm>) => void
  onFold: (id: string) => void
  toolField?: ToolField | undefined
}

/** The step that is worked on: its title, what its type asks for, and its text. */
export function StepEditor({ ref, section, number, errorOf, onChange, onFold, toolField }: StepEditorProps) {
  const t = useMessages()
  const { draftEditor } = useEditorTools<TutorialForms>()
  const { forms, draft } = useDraftState<TutorialForms>()
  const { language } = forms.general
  const titleId = useId()
  const { id, type, title, optionType } = section
  const touch = (name: string) => draftEditor.touch('steps', `sections.${id}.${name}`)
  const error = (name: string) => errorOf(`sections.${id}.${name}`)
  const titleError = error('title')
  return (
    <Panel as="section" padded={false} className={styles.step} aria-label={t('authoring.step_number', { number })}>
      <div className={styles.inside}>
        <label className="sr" htmlFor={titleId}>
          {t('authoring.step_title')}
        </label>
        <FieldPlace name={`steps.sections.${id}.title`}>
          <textarea
            ref={ref}
            id={titleId}
            lang={language}
            rows={1}
            className={styles.title}
            placeholder={t('authoring.step_title_hint')}
            value={title}
            aria-invalid={titleError ? true : undefined}
            aria-describedby={titleError ? `${titleId}-error` : undefined}
            onBlur={() => touch('title')}
            onChange={({ currentTarget, nativeEvent }) => {
              const text = currentTarget.value.replace(/\s*\n\s*/g, ' ')
              const composing = 'isComposing' in nativeEvent && nativeEvent.isComposing === true
              onChange(id, { title: composing ? text : cutToLimit(text, titleMax) })
            }}
          />
        </FieldPlace>
        <div className={styles.count}>
          <span>
            {t('authoring.step_number', { number })} · {t(`authoring.step_${type}`)} ·{' '}
            {t(optionType === 'optional' ? 'authoring.step_optional' : 'authoring.step_required')}
          </span>
          <span className="num">
            {lengthOf(title)} / {titleMax}
          </span>
          <Button size="s" theme="quiet" icon={<ChevronUpIcon className="icon-s" />} onClick={() => onFold(id)}>
            {t('authoring.fold')}
          </Button>
        </div>
        {titleError && <FieldError id={`${titleId}-error`}>{titleError}</FieldError>}
        {type === 'lab' && (
          <FieldPlace name={`steps.sections.${id}.labUrl`}>
            <TextField
              label={t('authoring.field_labUrl')}
              type="url"
              inputMode="url"
              placeholder="https://"
              maxLength={2000}
              value={section.labUrl}
              error={error('labUrl')}
              onBlur={() => touch('labUrl')}
              onChange={({ currentTarget }) => onChange(id, { labUrl: currentTarget.value.trim() })}
            />
          </FieldPlace>
        )}
        {type === 'submission' && (
          <Select
            label={t('authoring.field_submissionType')}
            value={section.submissionType ?? ''}
            error={error('submissionType')}
            onBlur={() => touch('submissionType')}
            onChange={({ currentTarget }) => onChange(id, { submissionType: submissionTypeOf(currentTarget.value) })}
          >
            <option value="">{t('authoring.choose')}</option>
            <option value="media">{t('authoring.submission_media')}</option>
            <option value="webgl">{t('authoring.submission_webgl')}</option>
          </Select>
        )}
        {type === 'tool' && (
          <FieldPlace name={`steps.sections.${id}.toolLinkId`}>
            {toolField?.({
              itemId: draft?.id ?? null,
              step: section,
              error: error('toolLinkId'),
              onTouch: () => touch('toolLinkId'),
              onChange: (toolLinkId) => onChange(id, { toolLinkId }),
            })}
          </FieldPlace>
        )}
        {type === 'submission' && (
          <PeerQuestions
            section={section}
            error={error('peerQuestions')}
            onTouch={() => touch('peerQuestions')}
            onChange={(peerQuestions) => onChange(id, { peerQuestions })}
          />
        )}
      </div>
      <div className={styles.text}>
        <FieldPlace name={`steps.sections.${id}.body`}>
          <RichField
            label={t('authoring.step_body')}
            labelHidden
            value={section.body}
            error={error('body')}
            placeholder={t('authoring.step_body_hint')}
            onChange={(body) => onChange(id, { body })}
          />
        </FieldPlace>
      </div>
    </Panel>
  )
}

function submissionTypeOf(text: string): SectionForm['submissionType'] {
  return text === 'media' || text === 'webgl' ? text : null
}
