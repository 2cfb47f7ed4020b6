// What pages may use of quizzes.

export { type QuizContext, quizCall } from './quiz-form.ts'
export { QuizGate } from './quiz-gate.tsx'
export { QuizHead, quizTabs } from './quiz-head.tsx'
export { QuizDescription, QuizOverview } from './quiz-overview.tsx'
export { QuizResult } from './quiz-result.tsx'
export { QuizSession } from './quiz-session.tsx'
export { type QuizPage, quizRecordRoute, type SaveQuiz } from './use-attempt-answers.ts'
