// @vitest-environment jsdom
import type { toggleStep } from '@lantern/contract/learning/records.ts'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, sendOnLeave } from '#kit/call.ts'
import { restAtOnce } from '#testing/rest-at-once.ts'
import { useTokenAtHand } from './use-token-at-hand.ts'

const step = 'POST /api/learn/cn/record/tutorial/step'
const body = { id: 'ltu_1', type: 'tutorial', stepId: 'se_1', completed: true } as const
const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  restAtOnce()
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return Response.json({ csrfToken: 'token' })
  })
  Object.assign(navigator, { sendBeacon: () => true })
})
afterEach(cleanup)

test('of a guest no token is asked for; with a person it is there before the first press', async () => {
  renderHook(() => useTokenAtHand(false))
  await new Promise((done) => setTimeout(done))
  expect(asked).toEqual([])
  expect(sendOnLeave<typeof toggleStep>(step, body)).toBe(false)

  renderHook(() => useTokenAtHand(true))
  await waitFor(() => expect(asked).toEqual(['/api/session']))
  await waitFor(() => expect(sendOnLeave<typeof toggleStep>(step, body)).toBe(true))
  void call<typeof toggleStep>(step, { body })
  await waitFor(() => expect(asked).toEqual(['/api/session', '/api/learn/cn/record/tutorial/step?_csrf=token']))
})
