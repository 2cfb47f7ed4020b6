// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeCall, fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { record } from './tracker.ts'

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
