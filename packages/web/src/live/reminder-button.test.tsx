// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LiveCalendar, readLiveChoice } from '#catalog/index.ts'
import { sampleCard, sampleLive, samplePerson } from '#testing/samples.ts'
import { fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { ReminderButton } from './reminder-button.tsx'

const path = '/api/learn/cn/liveSession/reminder'

beforeEach(prepareBrowser)
afterEach(cleanup)

/** The calendar as its page shows it, with one session of tomorrow. */
function calendar(person: Parameters<typeof show>[1], signIn = () => undefined) {
  const session = {
    ...sampleCard({ id: 'lls_1', type: 'liveSession', title: '体积光答疑' }),
    liveDetails: sampleLive(),
  }
  const list = {
    results: ['lls_1'],
    liveSessionMap: { lls_1: session },
    statsMap: {},
    userMap: {},
    page: 0,
    pageSize: 20,
    total: 1,
  }
  const act = (one: Pick<typeof session, 'id' | 'slug' | 'title'>) => <ReminderButton session={one} on={false} />
  return show(
    <LiveCalendar shown={{ choice: readLiveChoice(new URLSearchParams('tab=coming')), list, topics: [] }} act={act} />,
    person,
    { signIn },
  )
}

const button = (name: string) => screen.findByRole('button', { name })

test('a press asks to be reminded, another one takes it back', async () => {
  const calls = fakeServer({ [path]: ({ body }) => ({ on: body.on }) })
  calendar({ user: samplePerson() })
  await userEvent.click(await button('提醒我：体积光答疑'))
  await userEvent.click(await button('已设提醒：体积光答疑'))
  expect((await button('提醒我：体积光答疑')).getAttribute('aria-pressed')).toBe('false')
  expect(calls.map(({ body }) => body)).toEqual([
    { id: 'lls_1', on: true },
    { id: 'lls_1', on: false },
  ])
})

test('a reminder that was not kept is said, and the button is as before', async () => {
  const answer = held<object>()
  fakeServer({ [path]: () => answer.answer })
  calendar({ user: samplePerson() })
  await userEvent.click(await button('提醒我：体积光答疑'))
  expect(await button('已设提醒：体积光答疑')).toBeTruthy()
  answer.give(Response.json({ code: 'internal', message: '没有保存' }, { status: 500 }))
  expect(await button('提醒我：体积光答疑')).toBeTruthy()
  expect(await screen.findByText('没有保存')).toBeTruthy()
})

test('a guest is asked to sign in', async () => {
  let asked = 0
  calendar('guest', () => {
    asked++
    return undefined
  })
  await userEvent.click(await button('提醒我：体积光答疑'))
  expect(asked).toBe(1)
})
