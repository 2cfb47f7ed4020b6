// What flows and higher domains may use of quizzes.

export { checkAnswers, type GivenAnswer, keepAnswers, keepAtOnce } from './answers.ts'
export {
  attemptClosed,
  attemptOpened,
  closeAttempt,
  isOpen,
  isOverdue,
  learnerState,
  type Opening,
  openAttempt,
  readPastAttempts,
  readStanding,
  type Standing,
  standingClosed,
  standingOpened,
} from './attempts.ts'
export { markAnswer } from './mark-answer.ts'
export { attemptPersonalData } from './personal-data.ts'
export { type KeyedQuestion, questionsOf, readQuizQuestions, type SavedQuiz, saveQuizQuestions } from './questions.ts'
export { questionsFor, readAgainMap, settingOf } from './quiz-page.ts'
export { shownInQuizzes } from './shown-videos.ts'
export { keyedQuestions } from './views.ts'
