import type { QuestionForm } from '@lantern/contract/authoring/forms.ts'
import type { Ask } from '@lantern/contract/quiz/asks.ts'
import { quizLimits } from '@lantern/contract/quiz/faults.ts'
import { hasOptions } from '@lantern/contract/quiz/kinds/index.ts'
import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { ArrowLeftIcon, ArrowRightIcon, CopyIcon, PlusIcon, Trash2Icon } from '#ui/icons.tsx'
import { rowsOfGrips } from '#ui/reorder/grip.tsx'
import { useReorder } from '#ui/reorder/use-reorder.ts'
import { Select } from '#ui/text-field.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { emptyDocument } from '../editor-shell/plain-text.ts'
import { RichField } from '../fields/rich-field.tsx'
import { AskEditor } from './ask-editor.tsx'
import { FeedbackField } from './feedback-field.tsx'
import { GapsEditor } from './gaps-editor.tsx'
import { useKeptKinds } from './kept-kinds.ts'
import { OptionEditor } from './option-editor.tsx'
import styles from './question-editor.module.css'
import {
  addOption,
  type ChosenKind,
  chosenKinds,
  editOption,
  kindWords,
  moveOption,
  removeOption,
  setFeedback,
  withKind,
  wordOfKind,
} from './question-edits.ts'

export interface QuestionEditorProps {
  /** The heading, which takes the focus when another question is opened. */
  ref?: Ref<HTMLHeadingElement>
  question: QuestionForm
  number: number
  total: number
  /** Fault at `body`, `options` or `options.<id>.body`. */
  errorOf: (rest: string) => string | undefined
  onTouch: (rest: string) => void
  onChange: (id: string, change: (question: QuestionForm) => QuestionForm) => void
  onCopy: () => void
  onDelete: () => void
  onGo: (step: 1 | -1) => void
}

type Asked =
  | { kind: 'option'; id: string; number: number }
  | { kind: 'correct' | 'wrong' | 'option_feedback'; id: string }

/** The open question: what is asked, the options with the right ones marked, and what is read afterwards. */
export function QuestionEditor(props: QuestionEditorProps) {
  const { ref, question, number, total, errorOf, onTouch, onChange, onCopy, onDelete, onGo } = props
  const t = useMessages()
  const id = useId()
  const [asked, setAsked] = useState<Asked | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const focusAdd = useRef(false)
  const change = (edit: (now: QuestionForm) => QuestionForm) => onChange(question.id, edit)
  const { options, quizFeedback, ask } = question
  const kind = ask?.kind ?? 'choice'
  const keptOf = useKeptKinds<Ask>()
  const { listProps, said } = useReorder<HTMLOListElement>({
    count: options.length,
    onMove: (from, to) => {
      change((now) => moveOption(now, from, to))
      return to
    },
    say: (to) => t('authoring.quiz_moved', { place: to + 1, count: options.length }),
  })
  // a deleted question cannot keep the focus
  useEffect(() => {
    if (!focusAdd.current || asked) return
    focusAdd.current = false
    addButton.current?.focus()
  })

  const remove = ({ kind, id: ofOption }: Asked) => {
    if (kind === 'option') change((now) => removeOption(now, ofOption))
    else if (kind === 'option_feedback') change((now) => editOption(now, ofOption, { feedback: emptyDocument }))
    else change((now) => setFeedback(now, kind, null))
    focusAdd.current = true
    setAsked(null)
  }

  return (
    <section className={styles.editor} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <h2 id={`${id}-title`} ref={ref} tabIndex={-1}>
          {t('authoring.quiz_question_number', { number })}
        </h2>
        <span className="muted small num">{t('authoring.quiz_of_total', { count: total })}</span>
        <Badge>{t(wordOfKind(question))}</Badge>
        <span className={styles.acts}>
          <IconButton
            theme="bare"
            label={t('authoring.quiz_previous')}
            icon={<ArrowLeftIcon />}
            disabled={number === 1}
            onClick={() => onGo(-1)}
          />
          <IconButton
            theme="bare"
            label={t('authoring.quiz_next')}
            icon={<ArrowRightIcon />}
            disabled={number === total}
            onClick={() => onGo(1)}
          />
          <IconButton theme="bare" label={t('authoring.quiz_copy_question')} icon={<CopyIcon />} onClick={onCopy} />
          <IconButton
            theme="bare"
            label={t('authoring.quiz_delete_question')}
            icon={<Trash2Icon />}
            onClick={onDelete}
          />
        </span>
      </div>

      <Select
        className={styles.kind}
        label={t('authoring.quiz_kind')}
        value={kind}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value as ChosenKind
          const kept = keptOf(ask, chosen)
          change((now) => withKind(now, chosen, kept))
        }}
      >
        {chosenKinds.map((one) => (
          <option key={one} value={one}>
            {t(kindWords[one])}
          </option>
        ))}
      </Select>

      <FieldPlace name={`questions.questions.${question.id}.body`}>
        <RichField
          label={t('authoring.quiz_body')}
          placeholder={t('authoring.quiz_body_hint')}
          value={question.body}
          error={errorOf('body')}
          onChange={(body) => change((now) => ({ ...now, body }))}
          onLeave={() => onTouch('body')}
        />
      </FieldPlace>

      {hasOptions(question) && (
        <section className={styles.part} aria-labelledby={`${id}-options`}>
          <h3 id={`${id}-options`}>{t('authoring.field_options')}</h3>
          <p className="muted small">{t(optionsHelp[kind])}</p>
          {errorOf('options') && <FieldError>{errorOf('options')}</FieldError>}
          <p className="sr" id={`${id}-hint`}>
            {t('authoring.quiz_grip_hint')}
          </p>
          <ol className={rowsOfGrips(styles.options)} {...listProps}>
            {options.map((option, index) => (
              <OptionEditor
                key={option.id}
                option={option}
                kind={kind}
                place={`questions.questions.${question.id}.options.${option.id}`}
                index={index}
                hint={`${id}-hint`}
                error={errorOf(`options.${option.id}.body`)}
                matchError={errorOf(`options.${option.id}.match`)}
                onTouch={(rest) => onTouch(`options.${option.id}.${rest}`)}
                onChange={(changed) => change((now) => editOption(now, option.id, changed))}
                onDelete={() => setAsked({ kind: 'option', id: option.id, number: index + 1 })}
                onDeleteFeedback={() => setAsked({ kind: 'option_feedback', id: option.id })}
              />
            ))}
          </ol>
          <p className="sr" role="status">
            {said}
          </p>
          {options.length < quizLimits.options ? (
            <Button ref={addButton} icon={<PlusIcon />} onClick={() => change(addOption)}>
              {t('authoring.quiz_add_option')}
            </Button>
          ) : (
            <p className="muted small">{t('authoring.quiz_most_options', { most: quizLimits.options })}</p>
          )}
        </section>
      )}

      {ask?.kind === 'gaps' && (
        <GapsEditor
          ask={ask}
          place={`questions.questions.${question.id}.ask.gaps`}
          errorOf={errorOf}
          onTouch={onTouch}
          onChange={(edited) => change((now) => ({ ...now, ask: edited }))}
        />
      )}
      {ask && (
        <AskEditor
          key={`${question.id} ${ask.kind}`}
          question={question}
          ask={ask}
          error={askErrorOf(ask, errorOf)}
          onTouch={() => askFields(ask).forEach(onTouch)}
          onChange={(edited) => change((now) => ({ ...now, ask: edited }))}
        />
      )}

      <section className={styles.part} aria-labelledby={`${id}-feedback`}>
        <h3 id={`${id}-feedback`}>{t('authoring.quiz_feedback')}</h3>
        <p className="muted small">{t('authoring.quiz_feedback_help')}</p>
        {(['correct', 'wrong'] as const).map((kind) => (
          <FeedbackField
            key={kind}
            kind={kind}
            place={`questions.questions.${question.id}.quizFeedback.${kind}`}
            value={quizFeedback[kind]}
            onChange={(text) => change((now) => setFeedback(now, kind, text))}
            onDelete={() => setAsked({ kind, id: question.id })}
          />
        ))}
      </section>

      {asked && (
        <ConfirmDialog
          open
          theme="delete"
          title={
            asked.kind === 'option'
              ? t('authoring.quiz_delete_option_title', { number: asked.number })
              : t(`authoring.quiz_delete_${asked.kind}_title`)
          }
          confirmLabel={t('authoring.delete')}
          cancelLabel={t('authoring.dashboard_keep')}
          closeLabel={t('kit.close')}
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{t('authoring.quiz_delete_text')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

const optionsHelp = {
  choice: 'authoring.quiz_options_help',
  ordering: 'authoring.quiz_ordering_help',
  matching: 'authoring.quiz_matching_help',
  // have no options
  numeric: 'authoring.quiz_options_help',
  text: 'authoring.quiz_options_help',
  gaps: 'authoring.quiz_options_help',
  essay: 'authoring.quiz_options_help',
  hotspot: 'authoring.quiz_options_help',
} as const

/** Where its faults can be. */
function askFields(ask: Ask): string[] {
  const rows = (name: string, count: number) => Array.from({ length: count }, (_, at) => `ask.${name}.${at}`)
  if (ask.kind === 'numeric') {
    return ['ask.answers', ...rows('answers', ask.answers.length), ...rows('units', ask.units.length)]
  }
  if (ask.kind === 'hotspot') return ['ask.areas']
  return ask.kind === 'text' ? ['ask.answers'] : []
}

function askErrorOf(ask: Ask, errorOf: QuestionEditorProps['errorOf']): string | undefined {
  return askFields(ask)
    .map(errorOf)
    .find((error) => error !== undefined)
}
