import type { QuestionForm } from '@lantern/contract/authoring/forms.ts'
import type { Ask, NumericAsk, TextAsk } from '@lantern/contract/quiz/asks.ts'
import { readingsOf } from '@lantern/contract/quiz/kinds/numeric.ts'
import { type ReactNode, useId, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { PlusIcon, Trash2Icon } from '#ui/icons.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import styles from './ask-editor.module.css'

interface AskEditorProps<A extends Ask> {
  ask: A
  /** The first fault inside of it, in words. */
  error: string | undefined
  onTouch: () => void
  onChange: (ask: A) => void
}

/** What counts as right where a question is no choice; the options of the others are edited beside it. */
export function AskEditor({ question, ...props }: AskEditorProps<Ask> & { question: QuestionForm }) {
  const { ask } = props
  if (ask.kind === 'ordering') return null
  return (
    <FieldPlace name={`questions.questions.${question.id}.ask`} whole>
      {ask.kind === 'numeric' && <NumericEditor {...props} ask={ask} />}
      {ask.kind === 'text' && <TextEditor {...props} ask={ask} />}
      {ask.kind === 'matching' && (
        <OthersField others={ask.others} onChange={(others) => props.onChange({ ...ask, others })} />
      )}
    </FieldPlace>
  )
}

function NumericEditor({ ask, error, onTouch, onChange }: AskEditorProps<NumericAsk>) {
  const t = useMessages()
  const { answers, units } = ask
  const setAnswer = (at: number, change: Partial<NumericAsk['answers'][number]>) =>
    onChange({ ...ask, answers: answers.with(at, { ...(answers[at] ?? emptyNumber), ...change }) })
  const setUnit = (at: number, change: Partial<NumericAsk['units'][number]>) =>
    onChange({ ...ask, units: units.with(at, { ...(units[at] ?? { name: '', factor: 1 }), ...change }) })
  return (
    <>
      <AskPart title={t('authoring.quiz_accepted')} help={t('authoring.quiz_numbers_help')} error={error}>
        <Rows
          rows={answers}
          removeLabel={(number) => t('authoring.quiz_delete_answer', { number })}
          onRemove={(at) => onChange({ ...ask, answers: answers.toSpliced(at, 1) })}
        >
          {({ value, tolerance, percent, credit }, at) => (
            <>
              <DecimalField
                label={t('authoring.quiz_number')}
                value={value}
                onLeave={onTouch}
                onValue={(next) => setAnswer(at, { value: next })}
              />
              <DecimalField
                label={t('authoring.quiz_tolerance')}
                value={tolerance}
                onValue={(next) => setAnswer(at, { tolerance: Math.abs(next ?? 0) })}
              />
              <Select
                label={t('authoring.quiz_tolerance_kind')}
                value={percent ? 'percent' : 'absolute'}
                onChange={({ currentTarget }) => setAnswer(at, { percent: currentTarget.value === 'percent' })}
              >
                <option value="absolute">{t('authoring.quiz_tolerance_absolute')}</option>
                <option value="percent">{t('authoring.quiz_tolerance_percent')}</option>
              </Select>
              <CreditField credit={credit} onCredit={(next) => setAnswer(at, { credit: next })} />
            </>
          )}
        </Rows>
        <Button icon={<PlusIcon />} onClick={() => onChange({ ...ask, answers: [...answers, emptyNumber] })}>
          {t('authoring.quiz_add_answer')}
        </Button>
      </AskPart>
      <AskPart title={t('authoring.quiz_units')} help={t('authoring.quiz_units_help')}>
        <Rows
          rows={units}
          removeLabel={(number) => t('authoring.quiz_delete_unit', { number })}
          onRemove={(at) => onChange({ ...ask, units: units.toSpliced(at, 1) })}
        >
          {({ name, factor }, at) => (
            <>
              <TextField
                label={t('authoring.quiz_unit')}
                value={name}
                maxLength={40}
                onChange={({ currentTarget }) => setUnit(at, { name: currentTarget.value })}
              />
              <DecimalField
                label={t('authoring.quiz_factor')}
                value={factor}
                onValue={(next) => setUnit(at, { factor: next ?? 0 })}
              />
            </>
          )}
        </Rows>
        <Button icon={<PlusIcon />} onClick={() => onChange({ ...ask, units: [...units, { name: '', factor: 1 }] })}>
          {t('authoring.quiz_add_unit')}
        </Button>
      </AskPart>
    </>
  )
}

const emptyNumber: NumericAsk['answers'][number] = { value: null, tolerance: 0, percent: false, credit: 100 }

function TextEditor({ ask, error, onTouch, onChange }: AskEditorProps<TextAsk>) {
  const t = useMessages()
  const { answers, matchCase } = ask
  const setAnswer = (at: number, change: Partial<TextAsk['answers'][number]>) =>
    onChange({ ...ask, answers: answers.with(at, { ...(answers[at] ?? { text: '', credit: 100 }), ...change }) })
  return (
    <AskPart title={t('authoring.quiz_accepted')} help={t('authoring.quiz_texts_help')} error={error}>
      <Rows
        rows={answers}
        removeLabel={(number) => t('authoring.quiz_delete_answer', { number })}
        onRemove={(at) => onChange({ ...ask, answers: answers.toSpliced(at, 1) })}
      >
        {({ text, credit }, at) => (
          <>
            <TextField
              className={styles.words}
              label={t('authoring.quiz_answer')}
              value={text}
              maxLength={500}
              onBlur={onTouch}
              onChange={({ currentTarget }) => setAnswer(at, { text: currentTarget.value })}
            />
            <CreditField credit={credit} onCredit={(next) => setAnswer(at, { credit: next })} />
          </>
        )}
      </Rows>
      <Button
        icon={<PlusIcon />}
        onClick={() => onChange({ ...ask, answers: [...answers, { text: '', credit: 100 }] })}
      >
        {t('authoring.quiz_add_answer')}
      </Button>
      <Checkbox
        checked={matchCase}
        onChange={({ currentTarget }) => onChange({ ...ask, matchCase: currentTarget.checked })}
      >
        {t('authoring.quiz_match_case')}
      </Checkbox>
    </AskPart>
  )
}

/** One a line: what can be chosen and belongs to none. */
function OthersField({ others, onChange }: { others: readonly string[]; onChange: (others: string[]) => void }) {
  const t = useMessages()
  const [typed, setTyped] = useState(() => others.join('\n'))
  return (
    <TextArea
      label={t('authoring.quiz_others')}
      help={t('authoring.quiz_others_help')}
      rows={3}
      value={typed}
      onValue={(text) => {
        setTyped(text)
        onChange([...new Set(text.split('\n').map((line) => line.trim().slice(0, 500)))].filter(Boolean).slice(0, 50))
      }}
    />
  )
}

interface AskPartProps {
  title: string
  help: string
  error?: string
  children: ReactNode
}

function AskPart({ title, help, error, children }: AskPartProps) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p className="muted small">{help}</p>
      {error && <FieldError>{error}</FieldError>}
      {children}
    </section>
  )
}

interface RowsProps<Row> {
  rows: readonly Row[]
  removeLabel: (number: number) => string
  onRemove: (at: number) => void
  children: (row: Row, at: number) => ReactNode
}

/** Rows of fields without ids of their own: what is taken away is the last thing that moves. */
function Rows<Row>({ rows, removeLabel, onRemove, children }: RowsProps<Row>) {
  if (rows.length === 0) return null
  return (
    <ol className={styles.rows}>
      {rows.map((row, at) => {
        const key = `${rows.length}-${at}`
        return (
          <li key={key} className={styles.row}>
            {children(row, at)}
            <IconButton
              className={styles.remove}
              theme="bare"
              label={removeLabel(at + 1)}
              icon={<Trash2Icon className="icon-s" />}
              onClick={() => onRemove(at)}
            />
          </li>
        )
      })}
    </ol>
  )
}

function CreditField({ credit, onCredit }: { credit: number; onCredit: (credit: number) => void }) {
  const t = useMessages()
  return (
    <DecimalField
      label={t('authoring.quiz_credit')}
      value={credit}
      onValue={(next) => onCredit(Math.min(100, Math.max(0, next ?? 0)))}
    />
  )
}

interface DecimalFieldProps {
  label: string
  value: number | null
  onValue: (value: number | null) => void
  onLeave?: () => void
}

/** A number of any size, written as its author writes numbers. */
function DecimalField({ label, value, onValue, onLeave }: DecimalFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      className={styles.decimal}
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? (value === null ? '' : String(value))}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onValue(readingsOf(currentTarget.value)[0] ?? null)
      }}
      onBlur={() => {
        setTyped(null)
        onLeave?.()
      }}
    />
  )
}
