import { useMessages } from '#kit/messages.tsx'
import { AnsweredQuestion } from './answered-question.tsx'
import type { QuestionView } from './question-panel.tsx'
import styles from './quiz-result.module.css'
import type { useReadAgain } from './read-again.tsx'
import type { OpenAttempt } from './use-attempt-answers.ts'

interface ExplanationsProps {
  questions: readonly QuestionView[]
  language: string
  readAgain: ReturnType<typeof useReadAgain>
  answers: OpenAttempt['questionAnswers']
}

/** Passed: every question with its answer and why. */
export function Explanations({ questions, language, answers, readAgain }: ExplanationsProps) {
  const t = useMessages()
  return (
    <>
      <h2 className={styles.heading}>{t('quiz.review_all')}</h2>
      {questions.map((question, index) => (
        <AnsweredQuestion
          key={question.id}
          question={question}
          language={language}
          number={index + 1}
          chosen={answers[question.id] ?? []}
          again={readAgain(question.contentIds ?? [])}
        />
      ))}
    </>
  )
}
