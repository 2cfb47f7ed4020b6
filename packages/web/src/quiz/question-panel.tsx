import { choose } from '@lantern/contract/quiz/attempt.ts'
import { type CSSProperties, type KeyboardEvent, memo, type ReactNode } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FlagIcon } from '#ui/icons.tsx'
import { Marked } from './marked.tsx'
import styles from './question-panel.module.css'
import type { QuizPage } from './use-attempt-answers.ts'

export type QuestionView = QuizPage['cnQuizData']['questions'][number]

interface QuestionPanelProps {
  question: QuestionView
  /** What its author wrote it in. */
  language: string
  index: number
  total: number
  current: boolean
  chosen: readonly string[]
  flagged: boolean
  onChoose(questionId: string, optionIds: string[]): void
  onFlag(questionId: string): void
  onMove(by: 1 | -1): void
}

/**
 * One question. Letters choose and the left and right arrows turn the page while the focus is inside. Every question is
 * on the page; with script only the current one is shown.
 */
export const QuestionPanel = memo(function QuestionPanel({
  question,
  language,
  index,
  total,
  current,
  chosen,
  flagged,
  onChoose,
  onFlag,
  onMove,
}: QuestionPanelProps) {
  const t = useMessages()
  const { id, body, multiple, options } = question
  const textId = `text-${id}`

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const option = event.key.length === 1 ? options[letters.indexOf(event.key.toUpperCase())] : undefined
    if (option) onChoose(id, choose(chosen, option.id, multiple))
    else if (event.key === 'ArrowRight') onMove(1)
    else if (event.key === 'ArrowLeft') onMove(-1)
    else return
    event.preventDefault()
  }

  return (
    <section
      id={`q${index + 1}`}
      className={classNames(styles.question, current && styles.current)}
      aria-labelledby={`title-${id}`}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className="meta">
        <h2 className={styles.number} id={`title-${id}`}>
          {t('quiz.question_n', { n: index + 1 })}
        </h2>
        <span>{t('quiz.of_total', { n: total })}</span>
        <Badge>{t(multiple ? 'quiz.multiple' : 'quiz.single')}</Badge>
        <Button
          size="s"
          theme="quiet"
          className={styles.flag}
          pressed={flagged}
          icon={<FlagIcon />}
          onClick={() => onFlag(id)}
        >
          {t(flagged ? 'quiz.flagged' : 'quiz.flag')}
        </Button>
      </div>
      <div className={styles.text} lang={language} id={textId} dangerouslySetInnerHTML={{ __html: body }} />
      <fieldset className={styles.options} aria-describedby={textId}>
        <legend className="sr">{t(multiple ? 'quiz.choose_several' : 'quiz.choose_one')}</legend>
        {options.map((option, at) => (
          <label className={styles.option} key={option.id}>
            <input
              type={multiple ? 'checkbox' : 'radio'}
              name={`answer.${id}`}
              value={option.id}
              checked={chosen.includes(option.id)}
              onChange={({ currentTarget }) => {
                // pressed twice before the script, it says what is known
                const isNews = currentTarget.checked !== chosen.includes(option.id)
                if (isNews) onChoose(id, choose(chosen, option.id, multiple))
              }}
            />
            <Letter at={at} square={multiple} />
            <div lang={language} dangerouslySetInnerHTML={{ __html: option.body }} />
          </label>
        ))}
      </fieldset>
      {options.length <= letters.length && (
        <p className={classNames('small muted', styles.hint)}>
          <Marked text={t('quiz.keys_hint', { first: letterOf(0), last: letterOf(options.length - 1) })} />
        </p>
      )}
    </section>
  )
})

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

export function letterOf(index: number): string {
  return letters.charAt(index) || String(index + 1)
}

function Letter({ at, square }: { at: number; square: boolean }): ReactNode {
  return (
    <span className={styles.letter} aria-hidden="true" style={square ? squareStyle : undefined}>
      {letterOf(at)}
    </span>
  )
}

const squareStyle: CSSProperties = { borderRadius: 'var(--radius-control)' }
