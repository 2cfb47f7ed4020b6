import { pairsOf, withPair } from '@lantern/contract/quiz/kinds/pairs.ts'
import { type ComponentType, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Grip, rowsOfGrips } from '#ui/reorder/grip.tsx'
import { moved } from '#ui/reorder/moved.ts'
import { useReorder } from '#ui/reorder/use-reorder.ts'
import { TextArea } from '#ui/text-area.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import styles from './asked-answer.module.css'
import { GapsText } from './gaps-text.tsx'
import { HotspotAnswer } from './hotspot-answer.tsx'
import type { QuestionView } from './question-panel.tsx'

type Ask = NonNullable<QuestionView['ask']>

export interface AskedAnswerProps {
  question: QuestionView
  ask: Ask
  language: string
  /** What was given so far. */
  given: readonly string[]
  /** `typing`: more may follow at once. */
  onGive(questionId: string, given: string[], typing?: boolean): void
}

/** How each kind that is no choice is answered; the names of the fields are read by `quiz-form.ts` where no script runs. */
const answers: Record<Exclude<Ask['kind'], 'gaps'>, ComponentType<AskedAnswerProps>> = {
  numeric: NumericAnswer,
  text: TextAnswer,
  ordering: OrderingAnswer,
  matching: MatchingAnswer,
  essay: EssayAnswer,
  hotspot: HotspotAnswer,
}

export function AskedAnswer(props: AskedAnswerProps) {
  // its fields stand in its text
  if (props.ask.kind === 'gaps') return <GapsText {...props} />
  const Answer = answers[props.ask.kind]
  return <Answer {...props} />
}

function NumericAnswer({ question: { id }, ask: { units = [] }, given, onGive }: AskedAnswerProps) {
  const t = useMessages()
  const [number = '', kept = ''] = given
  // a unit may be chosen before there is a number to it
  const [chosen, setChosen] = useState(kept)
  const unit = chosen || kept
  const give = (text: string, named: string, typing?: boolean) =>
    onGive(id, text.trim() === '' ? [] : named === '' ? [text] : [text, named], typing)
  return (
    <div className={styles.line}>
      <TextField
        className={styles.number}
        label={t('quiz.your_number')}
        help={t('quiz.number_help')}
        name={`given.${id}`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={60}
        value={number}
        onChange={({ currentTarget }) => give(currentTarget.value, unit, true)}
      />
      {units.length > 0 && (
        <Select
          label={t('quiz.unit')}
          name={`given.${id}`}
          value={unit || units[0]}
          onChange={({ currentTarget }) => {
            setChosen(currentTarget.value)
            give(number, currentTarget.value)
          }}
        >
          {units.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </div>
  )
}

function TextAnswer({ question: { id }, language, given, onGive }: AskedAnswerProps) {
  const t = useMessages()
  return (
    <TextField
      className={styles.text}
      label={t('quiz.your_text')}
      lang={language}
      name={`given.${id}`}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={500}
      value={given[0] ?? ''}
      onChange={({ currentTarget }) => onGive(id, currentTarget.value.trim() === '' ? [] : [currentTarget.value], true)}
    />
  )
}

/** A text with paragraphs. Its keys are the text's: letters and arrows choose nothing here. */
function EssayAnswer({ question: { id }, ask: { lengths }, language, given, onGive }: AskedAnswerProps) {
  const t = useMessages()
  const { least = 0, most } = lengths ?? {}
  return (
    <TextArea
      label={t('quiz.your_essay')}
      help={least > 0 ? t('quiz.essay_least', { least }) : t('quiz.essay_help')}
      lang={language}
      name={`given.${id}`}
      rows={12}
      limit={most}
      value={given[0] ?? ''}
      onValue={(text) => onGive(id, text.trim() === '' ? [] : [text], true)}
    />
  )
}

/** Rows that are moved by their grips; without script each has its place to be chosen. */
function OrderingAnswer({ question: { id, options }, language, given, onGive }: AskedAnswerProps) {
  const t = useMessages()
  const order = given.length === options.length ? [...given] : options.map((option) => option.id)
  const bodies = new Map(options.map((option) => [option.id, option.body]))
  const { listProps, said } = useReorder<HTMLOListElement>({
    count: order.length,
    onMove(from, to) {
      onGive(id, [...moved(order, from, to)])
      return to
    },
    say: (to) => t('quiz.order_moved', { place: to + 1, count: order.length }),
  })
  const hint = `order-${id}`
  return (
    <>
      <p className="small muted" id={hint}>
        {t('quiz.order_hint')}
      </p>
      <ol className={rowsOfGrips(styles.order)} {...listProps}>
        {order.map((optionId, at) => (
          <li key={optionId} className={styles.item} data-row={at}>
            <span className={styles.grip}>
              <Grip label={t('quiz.order_move', { place: at + 1 })} describedBy={hint} />
            </span>
            <label className={styles.place}>
              <span className="sr">{t('quiz.order_place')}</span>
              <select name={`place.${id}.${optionId}`} defaultValue="">
                <option value="" />
                {order.map((other, place) => (
                  <option key={other} value={place + 1}>
                    {place + 1}
                  </option>
                ))}
              </select>
            </label>
            <span className={styles.at} aria-hidden="true">
              {at + 1}
            </span>
            <div lang={language} dangerouslySetInnerHTML={{ __html: bodies.get(optionId) ?? '' }} />
          </li>
        ))}
      </ol>
      <p className="sr" role="status">
        {said}
      </p>
      {given.length === 0 && (
        <div className={styles.keep}>
          <Button size="s" onClick={() => onGive(id, [...order])}>
            {t('quiz.order_keep')}
          </Button>
        </div>
      )}
    </>
  )
}

function MatchingAnswer({
  question: { id, options },
  ask: { targets = [] },
  language,
  given,
  onGive,
}: AskedAnswerProps) {
  const t = useMessages()
  const chosen = pairsOf(given)
  return (
    <ul className={styles.pairs}>
      {options.map((option) => (
        <li key={option.id} className={styles.pair}>
          <div id={`pair-${option.id}`} lang={language} dangerouslySetInnerHTML={{ __html: option.body }} />
          <Select
            label={t('quiz.match_for')}
            labelHidden
            aria-labelledby={`pair-${option.id}`}
            lang={language}
            name={`given.${id}.${option.id}`}
            value={chosen.get(option.id) ?? ''}
            onChange={({ currentTarget }) => onGive(id, withPair(given, option.id, currentTarget.value))}
          >
            <option value="">{t('quiz.match_choose')}</option>
            {targets.map((target) => (
              <option key={target} value={target}>
                {target}
              </option>
            ))}
          </Select>
        </li>
      ))}
    </ul>
  )
}
