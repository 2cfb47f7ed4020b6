import type { QuestionSign } from '@lantern/contract/authoring/insight-rules.ts'
import type { Insights, QuestionInsight, QuizInsight } from '@lantern/contract/authoring/insights.ts'
import { useFormat } from '#kit/format.ts'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { ChartSection } from './chart-section.tsx'
import { useCount } from './count-words.ts'
import styles from './quiz-sections.module.css'
import { ShareBar } from './share-bar.tsx'
import { Columns } from './spread-sections.tsx'

interface QuizSectionProps {
  insights: Insights
  quiz: QuizInsight
}

/** Learners by their share of right answers, in ten parts. */
export function ScoresSection({ insights: { item, leastGroup }, quiz }: QuizSectionProps) {
  const t = useMessages()
  const format = useFormat()
  const count = useCount(leastGroup)
  const title = t('authoring.insights.scores')
  const rows = quiz.scores.map((value, bucket) => ({ label: `${bucket * 10}–${bucket * 10 + 10}`, value }))
  return (
    <ChartSection
      itemId={item.id}
      title={title}
      note={t('authoring.insights.scores_note')}
      table={{
        name: 'scores',
        columns: [
          { label: t('authoring.insights.score'), kind: 'head' },
          { label: t('authoring.insights.learners'), kind: 'number' },
        ],
        rows: rows.map(({ label, value }, bucket) => ({
          key: label,
          cells: [`${bucket * 10}–${format.percent(bucket * 10 + 10)}`, count(value)],
        })),
      }}
    >
      <Columns name={title} columns={rows} leastGroup={leastGroup} labelEvery={3} />
    </ChartSection>
  )
}

/** Each question: how many were right, its discrimination, and the chosen options. */
export function QuestionsSection({ insights: { item, leastGroup }, quiz }: QuizSectionProps) {
  const t = useMessages()
  const count = useCount(leastGroup)
  const words = useFigureWords()
  const note = [t('authoring.insights.questions_note'), t('authoring.insights.question_change')]
  if (quiz.counted < quiz.learners) {
    note.push(t('authoring.insights.newest', { count: quiz.counted }))
  }
  return (
    <ChartSection
      itemId={item.id}
      title={t('authoring.insights.questions')}
      note={note.join(' ')}
      table={{
        name: 'options',
        columns: [
          { label: t('authoring.insights.number') },
          { label: t('authoring.insights.option'), kind: 'head' },
          { label: t('authoring.insights.correct') },
          { label: t('authoring.insights.chosen'), kind: 'number' },
          { label: t('authoring.insights.share_right'), kind: 'number' },
          { label: t('authoring.insights.discrimination'), kind: 'number' },
        ],
        rows: quiz.questions.flatMap((question) =>
          question.options.map((option) => ({
            key: option.id,
            cells: [
              question.number,
              option.text,
              t(option.correct ? 'authoring.insights.yes' : 'authoring.insights.no'),
              count(option.chosen),
              words.share(question.shareRight),
              words.discrimination(question.discrimination),
            ],
          })),
        ),
      }}
    >
      <ol className={styles.questions}>
        {quiz.questions.map((question) => (
          <QuestionFigures key={question.id} question={question} language={item.language} leastGroup={leastGroup} />
        ))}
      </ol>
    </ChartSection>
  )
}

type QuestionFiguresProps = { question: QuestionInsight; language: string; leastGroup: number }

function QuestionFigures({ question, language, leastGroup }: QuestionFiguresProps) {
  const t = useMessages()
  const count = useCount(leastGroup)
  const words = useFigureWords()
  const { number, text, learners, shareRight, discrimination, options, empty, signs } = question
  return (
    <li className={styles.question}>
      <h3 className={styles.title}>
        <span className={styles.number}>{number}</span>
        <span lang={language}>{text}</span>
      </h3>
      <p className={styles.figures}>
        <span>
          {t('authoring.insights.share_right')} <b>{words.share(shareRight)}</b>
        </span>
        <span>
          {t('authoring.insights.discrimination')} <b>{words.discrimination(discrimination)}</b>
        </span>
        <span>
          {t('authoring.insights.learners')} <b>{words.number(learners)}</b>
        </span>
        {empty !== 0 && (
          <span>
            {t('authoring.insights.empty')} <b>{count(empty)}</b>
          </span>
        )}
        {signs.map((sign) => (
          <Badge key={sign} tone={signTones[sign]}>
            {t(signWords[sign])}
          </Badge>
        ))}
      </p>
      <ul className={styles.options}>
        {options.map((option) => (
          <li key={option.id}>
            <span className={styles.option}>
              {option.correct && (
                <CheckIcon className="icon-s" role="img" aria-label={t('authoring.insights.right_mark')} />
              )}
              <span lang={language}>{option.text}</span>
            </span>
            <span className={styles.chosen}>{count(option.chosen)}</span>
            <ShareBar share={(option.chosen ?? 0) / Math.max(1, learners)} tone={option.correct ? 'good' : 'plain'} />
          </li>
        ))}
      </ul>
    </li>
  )
}

const signWords: Record<QuestionSign, MessageKey> = {
  too_hard: 'authoring.insights.sign_too_hard',
  too_easy: 'authoring.insights.sign_too_easy',
  key_in_doubt: 'authoring.insights.sign_key_in_doubt',
  weak: 'authoring.insights.sign_weak',
  unused_option: 'authoring.insights.sign_unused_option',
}

const signTones: Record<QuestionSign, BadgeTone> = {
  too_hard: 'warn',
  too_easy: 'plain',
  key_in_doubt: 'bad',
  weak: 'warn',
  unused_option: 'plain',
}

function useFigureWords() {
  const t = useMessages()
  const format = useFormat()
  const none = t('authoring.insights.no_value')
  return {
    number: (value: number) => format.number(value),
    share: (share: number | null) => (share === null ? none : format.percent(share * 100)),
    discrimination: (value: number | null) => (value === null ? none : format.decimal(value, 2)),
  }
}
