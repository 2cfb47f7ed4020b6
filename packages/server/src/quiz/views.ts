import { grade, type QuestionAnswers } from '@lantern/contract/quiz/attempt.ts'
import type { Question } from '@lantern/contract/quiz/quizzes.ts'
import { shuffled } from '@lantern/contract/quiz/shuffle.ts'
import type { KeyedOption, KeyedQuestion } from './questions.ts'

// Who may know what of a question. Each function picks fields by name: a field added to a question later stays on the
// server until it is added here. The rules and their reasons: docs/decisions/007-quiz-answers.md.

/** Before submission: the text and nothing that tells the answer. */
export function openQuestions(questions: readonly KeyedQuestion[], seed: string): Question[] {
  return questions.map((question) => ({
    id: question.id,
    body: question.body,
    multiple: isMultiple(question),
    shuffleOptions: question.shuffleOptions,
    options: inOrder(question, seed).map(({ id, body }) => ({ id, body })),
  }))
}

/**
 * After a submission that did not pass: which answers were right, and for the wrong ones a hint and what to read again.
 * A hint is the feedback the author wrote for a wrong answer; the feedback for a right one is shown after
 * a right answer.
 */
export function hintedQuestions(
  questions: readonly KeyedQuestion[],
  seed: string,
  answers: QuestionAnswers,
): Question[] {
  const { right } = grade(answerKey(questions), answers)
  return questions.map((question) => {
    const isRight = right.has(question.id)
    const chosen = new Set(answers[question.id])
    // of several right options, feedback on a single one would sort the good from the bad
    const tellsOfChoice = isRight || !isMultiple(question)
    return {
      id: question.id,
      body: question.body,
      multiple: isMultiple(question),
      shuffleOptions: question.shuffleOptions,
      options: inOrder(question, seed).map(({ id, body, feedback }) =>
        tellsOfChoice && chosen.has(id) && feedback ? { id, body, feedback } : { id, body },
      ),
      result: isRight ? 'right' : 'wrong',
      quizFeedback: isRight ? { correct: question.quizFeedback.correct } : { wrong: question.quizFeedback.wrong },
      contentIds: isRight ? [] : question.contentIds,
    }
  })
}

/** After a submission that passed: everything. */
export function explainedQuestions(
  questions: readonly KeyedQuestion[],
  seed: string,
  answers: QuestionAnswers,
): Question[] {
  const { right } = grade(answerKey(questions), answers)
  return keyedQuestions(questions, seed).map((question) => ({
    ...question,
    result: right.has(question.id) ? 'right' : 'wrong',
  }))
}

/** With the answer key: for the makers of the quiz, and for learners who have passed it. */
export function keyedQuestions(questions: readonly KeyedQuestion[], seed: string | null): Question[] {
  return questions.map((question) => ({
    id: question.id,
    body: question.body,
    multiple: isMultiple(question),
    shuffleOptions: question.shuffleOptions,
    options: (seed === null ? question.options : inOrder(question, seed)).map(({ id, body, correct, feedback }) => ({
      id,
      body,
      correct,
      ...(feedback && { feedback }),
    })),
    quizFeedback: { correct: question.quizFeedback.correct, wrong: question.quizFeedback.wrong },
    contentIds: question.contentIds,
  }))
}

export function answerKey(questions: readonly KeyedQuestion[]) {
  return questions.map(({ id, options }) => ({
    id,
    correctOptionIds: options.filter((option) => option.correct).map((option) => option.id),
  }))
}

export function isMultiple(question: KeyedQuestion): boolean {
  return question.options.filter((option) => option.correct).length > 1
}

function inOrder({ id, options, shuffleOptions }: KeyedQuestion, seed: string): KeyedOption[] {
  return shuffleOptions ? shuffled(options, `${seed}/${id}`) : options
}
