import type { QuestionAnswers } from '@lantern/contract/quiz/attempt.ts'
import { type Grade, grade, type Marks } from '@lantern/contract/quiz/grading.ts'
import { kindNameOf, kindOf } from '@lantern/contract/quiz/kinds/index.ts'
import type { Question } from '@lantern/contract/quiz/quizzes.ts'
import { shuffled } from '@lantern/contract/quiz/shuffle.ts'
import type { KeyedOption, KeyedQuestion } from './questions.ts'

// Who may know what of a question. Each function picks fields by name: a field added to a question later stays on the
// server until it is added here. The rules and their reasons: docs/decisions/007-quiz-answers.md.

/** Before submission: the text and nothing that tells the answer. */
export function openQuestions(questions: readonly KeyedQuestion[], seed: string): Question[] {
  return questions.map((question) => ({
    ...asked(question, seed),
    options: inOrder(question, seed).map(({ id, body }) => ({ id, body })),
  }))
}

/**
 * After a submission that did not pass: which answers were right, and for the wrong ones a hint and what to read again.
 * A hint is the feedback the author wrote for a wrong answer; the feedback for a right one is shown after
 * a right answer. Of one that is right in part no part is named.
 */
export function hintedQuestions(
  questions: readonly KeyedQuestion[],
  seed: string,
  { answers, marks }: Answered,
): Question[] {
  const { right, credits, waiting } = grade(questions, answers, marks ?? {})
  return questions.map((question) => {
    const isRight = right.has(question.id)
    const chosen = new Set(answers[question.id])
    // of several right options, feedback on a single one would sort the good from the bad
    const tellsOfChoice = isRight || kindNameOf(question) === 'single'
    return {
      ...asked(question, seed),
      options: inOrder(question, seed).map(({ id, body, feedback }) =>
        tellsOfChoice && chosen.has(id) && feedback ? { id, body, feedback } : { id, body },
      ),
      ...resultOf(question.id, { credits, waiting }),
      ...commentOf(question.id, marks),
      quizFeedback: waiting.has(question.id)
        ? {}
        : isRight
          ? { correct: question.quizFeedback.correct }
          : { wrong: question.quizFeedback.wrong },
      contentIds: isRight || waiting.has(question.id) ? [] : question.contentIds,
    }
  })
}

/** After a submission that passed: everything. */
export function explainedQuestions(
  questions: readonly KeyedQuestion[],
  seed: string,
  { answers, marks }: Answered,
): Question[] {
  const graded = grade(questions, answers, marks ?? {})
  return keyedQuestions(questions, seed).map((question) => ({
    ...question,
    ...resultOf(question.id, graded),
    ...commentOf(question.id, marks),
  }))
}

/** With the answer key: for the makers of the quiz, and for learners who have passed it. */
export function keyedQuestions(questions: readonly KeyedQuestion[], seed: string | null): Question[] {
  return questions.map((question) => {
    const { ask, ...common } = asked(question, seed ?? '')
    return {
      ...common,
      ...(ask && { ask: { ...ask, right: kindOf(question).right(question) } }),
      options: (seed === null ? question.options : inOrder(question, seed)).map(({ id, body, correct, feedback }) => ({
        id,
        body,
        ...(!ask && { correct }),
        ...(feedback && { feedback }),
      })),
      quizFeedback: { correct: question.quizFeedback.correct, wrong: question.quizFeedback.wrong },
      contentIds: question.contentIds,
    }
  })
}

/** What everybody may know who may see the question at all. */
function asked(question: KeyedQuestion, seed: string) {
  const ask = kindOf(question).shown(question, seed)
  return {
    id: question.id,
    body: question.body,
    multiple: kindNameOf(question) === 'several',
    shuffleOptions: question.shuffleOptions,
    ...(ask && { ask }),
    ...(question.points !== undefined && { points: question.points }),
  }
}

/** What was given, and what people gave for it. */
interface Answered {
  answers: QuestionAnswers
  marks: Marks | null
}

function resultOf(
  id: string,
  { credits, waiting }: Pick<Grade, 'credits' | 'waiting'>,
): Pick<Question, 'result' | 'credit'> {
  if (waiting.has(id)) return { result: 'waiting' }
  const credit = credits.get(id) ?? 0
  if (credit > 0 && credit < 1) return { result: 'partly', credit }
  return { result: credit === 1 ? 'right' : 'wrong' }
}

function commentOf(id: string, marks: Marks | null): Pick<Question, 'comment'> {
  const comment = marks?.[id]?.comment
  return comment ? { comment } : {}
}

function inOrder(question: KeyedQuestion, seed: string): KeyedOption[] {
  const { id, options, shuffleOptions } = question
  // written in the right order, they would tell it
  return shuffleOptions || question.ask?.kind === 'ordering' ? shuffled(options, `${seed}/${id}`) : options
}
