// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { guestSession, SessionProvider, type SessionUser } from '#kit/session.tsx'
import { QuizGate } from './quiz-gate.tsx'
import { QuizOverview } from './quiz-overview.tsx'
import { QuizResult } from './quiz-result.tsx'
import { openAttempt, quizPage } from './testing/page.ts'
import type { QuizPage } from './use-attempt-answers.ts'

beforeAll(() => loadCatalogue('en_US'))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const ada = { id: 'u_1', name: 'Ada' } as SessionUser

function show(element: ReactNode, user: SessionUser | null = ada) {
  const router = createMemoryRouter([{ path: '/quiz/:slug', element }], { initialEntries: ['/quiz/shadow-quiz'] })
  render(
    <MessagesProvider locale="en_US">
      <SessionProvider session={{ ...guestSession('en_US'), user }}>
        <RouterProvider router={router} />
      </SessionProvider>
    </MessagesProvider>,
  )
}

function gate(page: QuizPage) {
  return <QuizGate page={page} startAtOnce={false} back={null} />
}

const result = {
  submittedAt: '2026-03-02T04:14:00.000Z',
  correctCount: 1,
  questionCount: 3,
  passNumber: 2,
  passed: false,
  usedSeconds: 1326,
}

function submittedPage(leftFreezingSeconds: number): QuizPage {
  const { questions } = quizPage().cnQuizData
  return quizPage(
    {
      quizMap: { lqz_1: { quizStatus: 'submitted', leftFreezingSeconds, answered: true } },
      attempt: openAttempt({ result }),
      attempts: [{ number: 1, ...result }],
    },
    {
      questions: questions.map((question, index) => ({
        ...question,
        result: index === 0 ? 'right' : 'wrong',
        quizFeedback: index === 0 ? { correct: '' } : { wrong: `Think of ${question.id}` },
        contentIds: index === 1 ? ['se_3'] : [],
      })),
      readAgainMap: {
        se_3: {
          id: 'se_3',
          itemId: 'ltu_1',
          type: 'tutorial',
          slug: 'shadows',
          language: 'en',
          title: 'Shadows',
          step: { number: 3, title: 'Cascades', anchor: 'step-3' },
        },
      },
    },
  )
}

function showResult(leftFreezingSeconds: number, onThaw = () => undefined as undefined) {
  const attempt = { ...openAttempt(), result }
  show(<QuizResult page={submittedPage(leftFreezingSeconds)} attempt={attempt} back={null} onThaw={onThaw} />)
}

test("with no record the button reads 'Begin quiz' [QUIZ-004]", () => {
  show(gate(quizPage()))
  expect(screen.getByRole('button', { name: 'Begin quiz' })).toBeTruthy()
})

test('the start has the cover, what to expect, and the course that the quiz is a part of', () => {
  const ofSite = { learnOptionType: 'other' } as const
  const breadcrumb = [
    { type: 'course' as const, id: 'lco_1', slug: 'light', title: 'Write light', language: 'en', ...ofSite },
    { type: 'quiz' as const, id: 'lqz_1', slug: 'shadow-quiz', title: 'Shadows', language: 'en', ...ofSite },
  ]
  const quizSetting = { passNumber: 2, freezingTimeInHours: 24, timeLimitInMinutes: 90 }
  const page = quizPage({ breadcrumb }, { quizSetting, thumbnail: { url: '/art/shadows.svg' } })
  const back = { to: '/course/light', label: 'Back' }
  show(<QuizGate page={page} startAtOnce={false} back={back} />)
  expect(facts()).toEqual([
    ['Questions', '3'],
    ['Time limit', '1 h 30 min'],
    ['To pass', '2 of 3 correct'],
    ['Tries', 'Any number, 24 hours apart'],
    ['Course', 'Write light'],
  ])
  expect(screen.getByRole('link', { name: 'Write light' }).getAttribute('href')).toBe('/course/light')
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/art/shadows.svg')
  expect(screen.getByText(/submitted automatically/)).toBeTruthy()
  cleanup()
  show(gate(quizPage()), null)
  expect(facts()).toEqual([
    ['Questions', '3'],
    ['Takes about', '30 min'],
    ['To pass', '2 of 3 correct'],
    ['Tries', 'Any number'],
  ])
  expect(screen.queryByText(/submitted automatically/)).toBeNull()
})

function facts() {
  return screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
}

test("a draft record shows 'Continue' [QUIZ-006]", () => {
  const page = quizPage({ quizMap: { lqz_1: { quizStatus: 'draft', leftFreezingSeconds: 0, answered: false } } })
  show(gate(page))
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy()
  cleanup()
  show(<QuizOverview page={page} questionsAddress="/quiz/shadow-quiz" />)
  expect(screen.getByRole('link', { name: 'Continue' })).toBeTruthy()
})

test("a submitted record shows 'submitted' [QUIZ-007]", () => {
  showResult(0)
  expect(screen.getByText('Submitted')).toBeTruthy()
  cleanup()
  show(<QuizOverview page={submittedPage(0)} questionsAddress="/quiz/shadow-quiz" />)
  expect(screen.getByRole('link', { name: 'Submitted' })).toBeTruthy()
})

test('a frozen quiz shows the retake tip, and no button to press [QUIZ-010]', () => {
  showResult(7200)
  expect(screen.getByText('Review, then retake')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Retake' }).disabled).toBe(true)
})

test.each([
  [23 * 3600 + 41 * 60, '23 h 41 min'],
  [41 * 60 + 5, '41 min 5 s'],
  [5, '5 s'],
])('a quiz frozen for %i seconds shows a countdown of %s [QUIZ-011]', (left, words) => {
  showResult(left)
  expect(screen.getByRole('timer').textContent).toBe(words)
})

test('the countdown runs by the clock, and at its end the page asks the server again [QUIZ-012]', () => {
  vi.useFakeTimers()
  const onThaw = vi.fn(() => undefined)
  showResult(61, onThaw)
  act(() => vi.advanceTimersByTime(2000))
  expect(screen.getByRole('timer').textContent).toBe('59 s')
  act(() => vi.advanceTimersByTime(59_000))
  expect(onThaw).toHaveBeenCalledTimes(1)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Retake' }).disabled).toBe(false)
})

test('a result that did not pass gives hints and the step to read again', async () => {
  showResult(7200)
  expect(screen.getByRole('img', { name: '1 of 3 correct' })).toBeTruthy()
  expect(await screen.findByText('Think of q2')).toBeTruthy()
  expect(screen.queryByText('Correct answer')).toBeNull()
  const links = screen.getAllByRole('link', { name: 'Review step 3 of “Shadows”: Cascades' })
  expect(links.map((link) => link.getAttribute('href'))).toContain('/tutorial/shadows#step-3')
})

test('what was left blank is told apart from what was wrong', async () => {
  const page = submittedPage(0)
  const attempt = { ...openAttempt({ questionAnswers: { q1: ['q1a'], q2: ['q2b'], q3: [] } }), result }
  show(<QuizResult page={page} attempt={attempt} back={null} onThaw={() => undefined} />)
  expect(screen.getByText(/incorrect ·/).textContent).toBe('1 correct · 1 incorrect · 1 not answered')
  expect(screen.getByRole('link', { name: 'Question 2, incorrect' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Question 3, not answered' })).toBeTruthy()
  await screen.findByText('Think of q2')
  const [second, third] = screen.getAllByRole('listitem').filter((row) => /^q\d$/.test(row.id))
  expect([second?.textContent, third?.textContent]).toEqual([
    expect.stringContaining('Incorrect'),
    expect.stringContaining('No answer'),
  ])
  expect(document.activeElement?.tagName).toBe('H2')
})

test('what waits for its mark is neither right nor wrong, and the next try follows the rule of the quiz', async () => {
  const page = submittedPage(7200)
  const [first, second, third] = page.cnQuizData.questions
  if (!first || !second || !third) throw new Error('no questions')
  const ask = { kind: 'essay' as const, lengths: { least: 0, most: 100 } }
  const questions = [
    first,
    { ...second, options: [], ask, result: 'waiting' as const },
    { ...third, options: [], ask, result: 'partly' as const, credit: 0.5, comment: 'Say why.' },
  ]
  const attempt = {
    ...openAttempt({ questionAnswers: { q1: ['q1a'], q2: ['My text'], q3: ['Other text'] } }),
    result: { ...result, score: 1.5, waiting: 1 },
  }
  const waits = { ...page, cnQuizData: { ...page.cnQuizData, questions } }
  show(<QuizResult page={waits} attempt={attempt} back={null} onThaw={() => undefined} />)
  expect(screen.getByRole('heading', { name: 'Submitted and waiting to be marked' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Question 2, waiting to be marked' })).toBeTruthy()
  expect(await screen.findByText('My text')).toBeTruthy()
  // in the list and among the signs
  expect(screen.getAllByText('Waiting to be marked')).toHaveLength(2)
  expect(screen.getByText('Say why.')).toBeTruthy()
  expect(screen.getByText(/incorrect ·/).textContent).toContain('1 to be marked')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Retake' }).disabled).toBe(true)
})

test('a result that passed shows every question with its answer', async () => {
  const page = submittedPage(0)
  const questions = page.cnQuizData.questions.map((question) => ({
    ...question,
    result: 'right' as const,
    options: question.options.map((option, index) => ({ ...option, correct: index === 0 })),
    quizFeedback: { correct: `Because of ${question.id}`, wrong: '' },
  }))
  const attempt = {
    ...openAttempt({ questionAnswers: { q1: ['q1a'] } }),
    result: { ...result, correctCount: 3, passed: true },
  }
  show(
    <QuizResult
      page={{ ...page, cnQuizData: { ...page.cnQuizData, questions } }}
      attempt={attempt}
      back={null}
      onThaw={() => undefined}
    />,
  )
  const first = await screen.findByRole('region', { name: 'Question 1' })
  expect(within(first).getByText('Correct answer')).toBeTruthy()
  expect(within(first).getByText('Your answer')).toBeTruthy()
  expect(within(first).getByText('Because of q1')).toBeTruthy()
})

test('a guest, a member to be, a buyer to be and an empty quiz are each told what comes next', () => {
  show(gate(quizPage()), null)
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
    '/auth/login?redirect_to=%2Fquiz%2Fshadow-quiz',
  )
  cleanup()
  show(gate(quizPage({}, { readable: false, premium: true, questions: [] })))
  expect(screen.getByText('For premium members')).toBeTruthy()
  cleanup()
  show(gate(quizPage({}, { readable: false, withPay: true, questions: [] })))
  expect(screen.getByText('Buy to take this quiz')).toBeTruthy()
  cleanup()
  show(gate(quizPage({}, { questionsCount: 0, questions: [] })))
  expect(screen.getByText('No questions yet')).toBeTruthy()
})

test('a locked quiz says what opens it, with the way there, and has no button to begin', () => {
  const waitsFor = [{ itemId: 'ltu_1', title: 'First light', language: 'en', path: '/tutorial/ltu_1', toPass: false }]
  show(gate(quizPage({}, { readable: false, waitsFor })))
  expect(screen.getByRole('heading', { name: 'Locked' })).toBeTruthy()
  expect(screen.getByText(/Opens after/).textContent).toBe('Opens after First light')
  expect(screen.getByRole('link', { name: 'First light' }).getAttribute('href')).toBe('/tutorial/ltu_1')
  expect(screen.queryByRole('button')).toBeNull()
})
