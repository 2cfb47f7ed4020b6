// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps, ReactNode } from 'react'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAttempt, quizPage } from '#quiz/testing/page.ts'
import { sampleItem, sampleLive, samplePerson } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import LiveSession from './live-session.tsx'
import Quiz from './quiz.tsx'

// what is found by the search of the header, or told by the bell, may be another thing of the same kind: its page has the
// same route, and nothing of the one before

beforeEach(prepareBrowser)
afterEach(cleanup)

type Pages = Record<'/a' | '/b', ReactNode>

/** The pages at /a and /b, of one route. */
function Shown({ pages }: { pages: Pages }) {
  return pages[useLocation().pathname as keyof Pages]
}

/** /a is open. */
function open(pages: Pages) {
  return show(<Shown pages={pages} />, { user: samplePerson() }, { at: '/a' }).router
}

function quizAt(id: string) {
  const page = quizPage({ attempt: openAttempt() }, { id, slug: id, title: id })
  const props = { loaderData: { page, start: false, preview: null } } as unknown as ComponentProps<typeof Quiz>
  return <Quiz {...props} />
}

function sessionAt(id: string, isMine: boolean) {
  const item = sampleItem({
    ...{ id, type: 'liveSession', slug: id, title: id, liveDetails: sampleLive() },
    statsMap: {},
    userMap: {},
  })
  const loaderData = {
    ...{ liveSessionData: item, breadcrumb: [], likeMap: {}, boughtMap: {}, versions: [], preview: null },
    ...{ collectMap: { [id]: isMine }, reminded: isMine ? [id] : [], phase: 'coming' },
  }
  return <LiveSession {...({ loaderData } as unknown as ComponentProps<typeof LiveSession>)} />
}

test('an answer goes to the quiz that is shown, also after another quiz was', async () => {
  const calls = fakeServer({ '/api/learn/cn/record/quiz': () => ({ recordMap: {}, savedAt: null }) })
  const router = open({ '/a': quizAt('lqz_a'), '/b': quizAt('lqz_b') })
  await router.navigate('/b')
  await screen.findByRole('heading', { level: 1, name: 'lqz_b' })
  const [first] = await screen.findAllByRole('radio')
  await userEvent.click(first as HTMLElement)
  await waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/record/quiz'))).toHaveLength(1))
  expect(calls.find(({ path }) => path.endsWith('/record/quiz'))?.body.id).toBe('lqz_b')
})

test('a live session is not shown as collected and reminded of because the one before was', async () => {
  const router = open({ '/a': sessionAt('lls_a', true), '/b': sessionAt('lls_b', false) })
  const pressed = async (name: RegExp) => {
    const [button] = await screen.findAllByRole('button', { name })
    return button?.getAttribute('aria-pressed')
  }
  expect([await pressed(/提醒/), await pressed(/收藏/)]).toEqual(['true', 'true'])
  await router.navigate('/b')
  await screen.findByRole('heading', { level: 1, name: 'lls_b' })
  expect([await pressed(/提醒/), await pressed(/收藏/)]).toEqual(['false', 'false'])
})
