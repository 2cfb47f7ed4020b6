import type { NumericAsk, TextAsk } from '@lantern/contract/quiz/asks.ts'
import { readingsOf } from '@lantern/contract/quiz/kinds/numeric.ts'
import { type ReactNode, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { PlusIcon, Trash2Icon } from '#ui/icons.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import styles from './ask-editor.module.css'

interface AcceptedProps<Answer> {
  answers: readonly Answer[]
  onTouch: () => void
  onChange: (answers: Answer[]) => void
}

const emptyNumber: NumericAsk['answers'][number] = { value: null, tolerance: 0, percent: false, credit: 100 }

/** Numbers that count, each with its tolerance and what it is worth. */
export function AcceptedNumbers({ answers, onTouch, onChange }: AcceptedProps<NumericAsk['answers'][number]>) {
  const t = useMessages()
  const setAnswer = (at: number, change: Partial<NumericAsk['answers'][number]>) =>
    onChange(answers.with(at, { ...(answers[at] ?? emptyNumber), ...change }))
  return (
    <>
      <Rows
        rows={answers}
        removeLabel={(number) => t('authoring.quiz_delete_answer', { number })}
        onRemove={(at) => onChange(answers.toSpliced(at, 1))}
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
      <Button icon={<PlusIcon />} onClick={() => onChange([...answers, emptyNumber])}>
        {t('authoring.quiz_add_answer')}
      </Button>
    </>
  )
}

/** Words that count, or can be chosen, and what each is worth. */
export function AcceptedTexts({ answers, onTouch, onChange }: AcceptedProps<TextAsk['answers'][number]>) {
  const t = useMessages()
  const setAnswer = (at: number, change: Partial<TextAsk['answers'][number]>) =>
    onChange(answers.with(at, { ...(answers[at] ?? { text: '', credit: 100 }), ...change }))
  return (
    <>
      <Rows
        rows={answers}
        removeLabel={(number) => t('authoring.quiz_delete_answer', { number })}
        onRemove={(at) => onChange(answers.toSpliced(at, 1))}
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
      <Button icon={<PlusIcon />} onClick={() => onChange([...answers, { text: '', credit: 100 }])}>
        {t('authoring.quiz_add_answer')}
      </Button>
    </>
  )
}

interface RowsProps<Row> {
  rows: readonly Row[]
  removeLabel: (number: number) => string
  onRemove: (at: number) => void
  children: (row: Row, at: number) => ReactNode
}

/** Rows of fields without ids of their own: what is taken away is the last thing that moves. */
export function Rows<Row>({ rows, removeLabel, onRemove, children }: RowsProps<Row>) {
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
export function DecimalField({ label, value, onValue, onLeave }: DecimalFieldProps) {
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
