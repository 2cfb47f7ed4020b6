import { quizAct } from '@lantern/contract/quiz/attempt.ts'
import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import styles from './quiz-gate.module.css'
import type { QuizPage } from './use-attempt-answers.ts'

/** What the quiz is about, with the way back to the questions or the result. */
export function QuizOverview({ page, questionsAddress }: { page: QuizPage; questionsAddress: string }) {
  const t = useMessages()
  const { id, description, language } = page.cnQuizData
  const state = page.quizMap[id]
  const act = quizAct(state?.quizStatus ?? null, state?.leftFreezingSeconds ?? 0)
  const words = {
    begin: 'quiz.begin',
    continue: 'quiz.continue',
    retake: 'quiz.submitted',
    frozen: 'quiz.submitted',
  } as const
  return (
    <div className={styles.overview}>
      <LinkButton theme="primary" to={questionsAddress}>
        {t(words[act])}
      </LinkButton>
      <QuizDescription html={description} language={language} />
    </div>
  )
}

export function QuizDescription({ html, language }: { html: string; language: string }) {
  return html === '' ? null : (
    <div
      className={classNames('prose', styles.description)}
      lang={language}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
