import type { ReactNode } from 'react'
import { DiscussLink, ItemBreadcrumb, useItemWords } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import styles from './quiz-head.module.css'
import type { QuizPage } from './use-attempt-answers.ts'

interface QuizHeadProps {
  page: QuizPage
  /** The start of the quiz names its figures itself. */
  factsBelow: boolean
  actions?: ReactNode
}

/** The way here, the title, and what kind of quiz it is. */
export function QuizHead({ page, factsBelow, actions }: QuizHeadProps) {
  const t = useMessages()
  const words = useItemWords()
  const { duration } = useFormat()
  const quiz = page.cnQuizData
  const { passNumber, freezingTimeInHours, timeLimitInMinutes } = quiz.quizSetting
  return (
    <div className={styles.head}>
      <ItemBreadcrumb breadcrumb={page.breadcrumb} />
      <div className={styles.title}>
        <h1 lang={quiz.language}>{quiz.title}</h1>
        {actions}
      </div>
      <p className="meta">
        <span>{t('quiz.kind')}</span>
        {quiz.skillLevel && <span>{words.level(quiz.skillLevel)}</span>}
        {!factsBelow && (
          <>
            {quiz.questionsCount > 0 && <span>{t('quiz.question_count', { n: quiz.questionsCount })}</span>}
            {quiz.duration > 0 && timeLimitInMinutes === null && <span>{duration(quiz.duration)}</span>}
            {timeLimitInMinutes !== null && <span>{t('quiz.time_limit', { n: timeLimitInMinutes })}</span>}
            {quiz.questionsCount > 0 && <span>{t('quiz.pass_number', { n: passNumber })}</span>}
            {freezingTimeInHours > 0 && <span>{t('quiz.freezing_hours', { n: freezingTimeInHours })}</span>}
          </>
        )}
        <DiscussLink item={quiz} />
      </p>
    </div>
  )
}

/** The place of the tabs below the head. */
export const quizTabs = styles.tabs
