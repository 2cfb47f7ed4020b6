import { choose } from '@lantern/contract/quiz/attempt.ts'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { later } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FlagIcon } from '#ui/icons.tsx'
import { Marked } from './marked.tsx'
import styles from './question-panel.module.css'
import type { QuizPage } from './use-attempt-answers.ts'

// most quizzes ask choices alone
const AskedAnswer = later(async () => (await import('./asked-answer.tsx')).AskedAnswer)

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
  /** `typing`: more may follow at once. */
  onChoose(questionId: string, given: string[], typing?: boolean): void
  onFlag(questionId: string): void
}

/**
 * One question. Every question is on the page; with script only the current one is shown.
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
}: QuestionPanelProps) {
  const t = useMessages()
  const { id, body, multiple, options, ask, points } = question
  const textId = `text-${id}`
  // what is answered in it draws its text itself
  const isInText = ask?.kind === 'gaps' || ask?.kind === 'hotspot'

  return (
    <section
      id={`q${index + 1}`}
      className={classNames(styles.question, current && styles.current)}
      aria-labelledby={`title-${id}`}
      tabIndex={-1}
    >
      <div className="meta">
        <h2 className={styles.number} id={`title-${id}`}>
          {t('quiz.question_n', { n: index + 1 })}
        </h2>
        <span>{t('quiz.of_total', { n: total })}</span>
        <Badge>{t(ask ? kindWords[ask.kind] : multiple ? 'quiz.multiple' : 'quiz.single')}</Badge>
        {points !== undefined && <span>{t('quiz.points', { n: points })}</span>}
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
      {!isInText && (
        <div className={styles.text} lang={language} id={textId} dangerouslySetInnerHTML={{ __html: body }} />
      )}
      <fieldset className={styles.options} aria-describedby={isInText ? undefined : textId}>
        <legend className="sr">
          {t(ask ? kindWords[ask.kind] : multiple ? 'quiz.choose_several' : 'quiz.choose_one')}
        </legend>
        {ask && <AskedAnswer question={question} ask={ask} language={language} given={chosen} onGive={onChoose} />}
        {!ask &&
          options.map((option, at) => (
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
      {!ask && options.length <= letters.length && (
        <p className={classNames('small muted', styles.hint)}>
          <Marked text={t('quiz.keys_hint', { first: letterOf(0), last: letterOf(options.length - 1) })} />
        </p>
      )}
    </section>
  )
})

const kindWords = {
  numeric: 'quiz.kind_numeric',
  text: 'quiz.kind_text',
  ordering: 'quiz.kind_ordering',
  matching: 'quiz.kind_matching',
  gaps: 'quiz.kind_gaps',
  essay: 'quiz.kind_essay',
  hotspot: 'quiz.kind_hotspot',
} as const

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The option that a key names, when it is a letter; on a keyboard of another script the letter of the same place. */
export function indexOfLetter({ key, code }: { key: string; code: string }): number {
  // as KeyA. `latinKey` would be one more file of this page, whose weight has no room for it
  const letter = key > '\x7f' ? code.slice(3) : key
  return letter.length === 1 ? letters.indexOf(letter.toUpperCase()) : -1
}

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
