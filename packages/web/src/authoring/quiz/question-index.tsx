import type { QuestionForm } from '@lantern/contract/authoring/forms.ts'
import { hasOptions } from '@lantern/contract/quiz/kinds/index.ts'
import { memo, useEffect, useId, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FieldError } from '#ui/field-error.tsx'
import { ChevronDownIcon, PlusIcon } from '#ui/icons.tsx'
import { rowsOfGrips } from '#ui/reorder/grip.tsx'
import { IndexRow, numbersAlone } from '#ui/reorder/index-row.tsx'
import { useReorder } from '#ui/reorder/use-reorder.ts'
import { isEmptyText, spokenText } from '../editor-shell/plain-text.ts'
import { wordOfKind } from './question-edits.ts'
import styles from './question-index.module.css'

type QuestionIndexProps = {
  questions: readonly QuestionForm[]
  openId: string | null
  /** Fault of the list as a whole. */
  problem: string | undefined
  /** What is wrong with one, in words, once that may be said. */
  faultOf: (question: QuestionForm, index: number) => string | undefined
  onOpen: (id: string) => void
  onMove: (from: number, to: number) => number
  onAdd: () => void
}

/** Every question as a line or, folded, as a number: where one is, what is wrong where, and in which order they come. */
export function QuestionIndex({ questions, openId, problem, faultOf, onOpen, onMove, onAdd }: QuestionIndexProps) {
  const t = useMessages()
  const id = useId()
  const [numbers, setNumbers] = useState(false)
  /** On a phone the list is behind its button. */
  const [shown, setShown] = useState(false)
  const { listProps, said } = useReorder<HTMLOListElement>({
    count: questions.length,
    onMove,
    say: (to) => t('authoring.quiz_moved', { place: to + 1, count: questions.length }),
  })
  const at = questions.findIndex((question) => question.id === openId)
  const list = listProps.ref
  useEffect(() => {
    if (openId) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [openId, list])

  return (
    <nav className={styles.index} aria-label={t('authoring.field_questions')}>
      <div className={styles.head}>
        <h2>{t('authoring.field_questions')}</h2>
        <Button
          className={styles.wide}
          theme="quiet"
          size="s"
          aria-controls={`${id}-list`}
          aria-expanded={!numbers}
          onClick={() => setNumbers(!numbers)}
        >
          {t(numbers ? 'authoring.quiz_show_lines' : 'authoring.quiz_show_numbers')}
        </Button>
        {questions.length > 0 && (
          <Button
            className={styles.phone}
            theme="quiet"
            size="s"
            aria-controls={`${id}-list`}
            aria-expanded={shown}
            onClick={() => setShown(!shown)}
          >
            {t('authoring.quiz_place', { number: at + 1, count: questions.length })}
            <ChevronDownIcon />
          </Button>
        )}
      </div>
      <p className="sr" id={`${id}-hint`}>
        {t('authoring.quiz_grip_hint')}
      </p>
      <ol
        id={`${id}-list`}
        className={rowsOfGrips(classNames(styles.list, numbers && numbersAlone, shown && styles.shown))}
        {...listProps}
      >
        {questions.map((question, index) => (
          <QuestionRow
            key={question.id}
            id={question.id}
            index={index}
            text={
              excerptOf(question) ||
              t(isEmptyText(question.body) ? 'authoring.quiz_empty_question' : 'authoring.quiz_picture_question')
            }
            kind={wordOfKind(question)}
            options={hasOptions(question) ? question.options.length : null}
            fault={faultOf(question, index)}
            current={question.id === openId}
            hint={`${id}-hint`}
            onOpen={onOpen}
            onShown={setShown}
          />
        ))}
      </ol>
      <p className="sr" role="status">
        {said}
      </p>
      <div className={styles.foot}>
        {problem && <FieldError>{problem}</FieldError>}
        <Button wide icon={<PlusIcon />} onClick={onAdd}>
          {t('authoring.quiz_add_question')}
        </Button>
      </div>
    </nav>
  )
}

type QuestionRowProps = {
  id: string
  index: number
  text: string
  kind: ReturnType<typeof wordOfKind>
  /** Null where it has none. */
  options: number | null
  fault: string | undefined
  current: boolean
  hint: string
  onOpen: (id: string) => void
  onShown: (shown: boolean) => void
}

const QuestionRow = memo(function QuestionRow(props: QuestionRowProps) {
  const t = useMessages()
  const { id, index, text, kind, options, fault, current, hint, onOpen, onShown } = props
  return (
    <IndexRow
      index={index}
      gripLabel={t('authoring.quiz_move_question', { number: index + 1 })}
      gripHint={hint}
      isCurrent={current}
      title={<span className="clip-1">{text}</span>}
      more={
        <>
          {t(kind)}
          {options !== null && <span>{t('authoring.quiz_options_count', { count: options })}</span>}
        </>
      }
      fault={fault}
      onOpen={() => {
        onOpen(id)
        onShown(false)
      }}
    />
  )
})

const longestExcerpt = 80
const excerpts = new WeakMap<object, string>()

/** The beginning of what is asked; read once for each state of the text. */
function excerptOf({ body }: QuestionForm): string {
  if (typeof body === 'string') return spokenText(body).slice(0, longestExcerpt)
  const known = excerpts.get(body)
  if (known !== undefined) return known
  const excerpt = spokenText(body).replaceAll('\n', ' ').slice(0, longestExcerpt)
  excerpts.set(body, excerpt)
  return excerpt
}
