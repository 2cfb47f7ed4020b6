// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeCall, fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { CountedPages } from './index.ts'
import { record } from './tracker.ts'
import { withTracker } from './with-tracker.ts'

let calls: FakeCall[] = []
let beacons: { path: string; body: Blob }[] = []

beforeEach(async () => {
  await prepareBrowser()
  calls = fakeServer({ '/api/cdp': () => ({ accepted: 1 }) })
  beacons = []
  Object.assign(navigator, { sendBeacon: (path: string, body: Blob) => beacons.push({ path, body }) > 0 })
})

function leavePage() {
  window.dispatchEvent(new Event('pagehide'))
}

const trackerLoaded = () => new Promise<void>((resolve) => withTracker(() => resolve()))

/** A page knows its token once it has sent anything. */
async function knowToken() {
  vi.useFakeTimers()
  record({ type: 'page', eventType: 'view', data: { path: '/' } })
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
}

async function toldOnLeaving(): Promise<{ type: string; eventType: string; data: object }[]> {
  leavePage()
  const bodies = await Promise.all(beacons.map(async ({ body }) => JSON.parse(await body.text())))
  return bodies.flatMap(({ data }) => data)
}

test('what happened goes to /api/cdp with the token, and on leaving by a beacon that carries it too [ANA-008]', async () => {
  await knowToken()
  expect(calls).toMatchObject([
    {
      path: '/api/cdp',
      body: { type: 'batch', eventType: 'batch', data: [{ type: 'page', eventType: 'view', data: { path: '/' } }] },
    },
  ])
  expect(calls[0]?.query.get('_csrf')).toBe('token')
  record({ type: 'page', eventType: 'view', data: { path: '/next' } })
  expect(await toldOnLeaving()).toEqual([{ type: 'page', eventType: 'view', data: { path: '/next' } }])
  expect(beacons).toMatchObject([{ path: '/api/cdp?_csrf=token', body: { type: 'application/json' } }])
})

test('a press of what carries a conversion tag is told, any other press is not [ANA-001]', async () => {
  await knowToken()
  show(
    <>
      <button type="button" data-conversion="free-start">
        开始
      </button>
      <button type="button">继续</button>
    </>,
    'guest',
  )
  await userEvent.click(screen.getByRole('button', { name: '继续' }))
  await userEvent.click(screen.getByRole('button', { name: '开始' }))
  expect(await toldOnLeaving()).toEqual([{ type: 'conversion', eventType: 'free-start', data: { path: '/' } }])
})

test('time on a page ends 1800000 ms after the last sign of a person, and the next sign is a new visit [ANA-010]', async () => {
  await trackerLoaded()
  vi.useFakeTimers()
  const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  // what happened goes out within five seconds
  const told = () => calls.flatMap(({ body }) => body.data as { eventType: string; data: object }[])
  const view = { type: 'page', eventType: 'view', data: { path: '/tutorials', isFirst: true } }
  show(<CountedPages />, 'guest', { at: '/tutorials' })
  await act(() => vi.dynamicImportSettled())
  await later(60_000)
  fireEvent.pointerMove(window)
  await later(1_799_999)
  fireEvent.pointerMove(window)
  await later(5_000)
  expect(told()).toEqual([view])
  await later(1_795_000)
  fireEvent.pointerMove(window)
  await later(5_000)
  expect(told()).toEqual([
    view,
    { type: 'page', eventType: 'leave', data: { path: '/tutorials', seconds: 1_860 } },
    view,
  ])
  vi.useRealTimers()
})
