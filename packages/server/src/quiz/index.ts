// What flows and higher domains may use of quizzes.

export { checkAnswers, type GivenAnswer, keepAnswers, keepAtOnce } from './answers.ts'
export {
  closeAttempt,
  isOpen,
  isOverdue,
  learnerState,
  openAttempt,
  readStanding,
  type Standing,
} from './attempts.ts'
export { type KeyedQuestion, questionsOf, readQuizQuestions, type SavedQuiz, saveQuizQuestions } from './questions.ts'
export { questionsFor, readAgainMap, settingOf } from './quiz-page.ts'
