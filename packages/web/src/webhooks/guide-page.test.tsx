// @vitest-environment jsdom
import * as assignments from '@lantern/contract/campus/assignments.ts'
import * as marks from '@lantern/contract/campus/marks.ts'
import * as study from '@lantern/contract/campus/study-time.ts'
import * as notes from '@lantern/contract/community/notes.ts'
import * as organisations from '@lantern/contract/identity/organisations.ts'
import * as learning from '@lantern/contract/learning/my-learning.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBrowser, show } from '#testing/show.tsx'
import { byHandExample, callsOfScopes } from './guide-examples.ts'
import { GuidePage } from './guide-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

test('the guide names every call that a token opens, by its scope', () => {
  const said: Record<string, string[]> = {}
  for (const domain of [organisations, assignments, marks, study, learning, notes]) {
    for (const value of Object.values(domain as Record<string, unknown>)) {
      const { route, shape } = (value ?? {}) as { route?: string; shape?: { tokenScope?: string } }
      if (route && shape?.tokenScope) said[shape.tokenScope] = [...(said[shape.tokenScope] ?? []), route]
    }
  }
  const sorted = (calls: Record<string, readonly string[]>) =>
    Object.fromEntries(Object.entries(calls).map(([scope, routes]) => [scope, routes.toSorted()]))
  expect(sorted(callsOfScopes)).toEqual(sorted(said))
  show(<GuidePage origin="https://learn.example" />, 'guest', { at: '/developers' })
  expect(screen.getByRole('region', { name: '例子：curl' }).textContent).toContain('https://learn.example/api/campus')
  expect(screen.getByRole('region', { name: '例子：OneRoster' }).textContent).toContain(
    'https://learn.example/ims/oneroster/rostering/v1p2/users',
  )
  expect(screen.getByText('certificate.revoked')).toBeTruthy()
})

test('the example that checks a signature by hand takes what is signed and refuses what was changed', async () => {
  const { createHmac, timingSafeEqual } = await import('node:crypto')
  const [, body = ''] = byHandExample.split("from 'node:crypto'\n")
  const isOurs = new Function('createHmac', 'timingSafeEqual', 'Buffer', `${body}; return isOurs`)(
    createHmac,
    timingSafeEqual,
    Buffer,
  )
  const secret = `whsec_${Buffer.from('a key of the school').toString('base64')}`
  const at = String(Math.floor(Date.now() / 1000))
  const sign = (text: string) =>
    `v1,${createHmac('sha256', 'a key of the school').update(`msg_1.${at}.${text}`).digest('base64')}`
  const headers = (signature: string, then = at) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': then,
    'webhook-signature': signature,
  })
  expect(isOurs('{}', headers(`v1,other ${sign('{}')}`), secret)).toBe(true)
  expect(isOurs('{"a":1}', headers(sign('{}')), secret)).toBe(false)
  expect(isOurs('{}', headers(sign('{}'), '1000'), secret)).toBe(false)
})
