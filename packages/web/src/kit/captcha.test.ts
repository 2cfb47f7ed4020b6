// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { loadCatalogue } from './catalogue.ts'
import { failureText } from './failure.ts'
import { translator } from './messages.tsx'
import { ApiError } from './request.ts'

const proveWork = vi.fn<() => Promise<string | null>>()
vi.mock('#kit/captcha-solver.ts', () => ({ proveWork: () => proveWork() }))

let headers: (string | null)[] = []
let refusals: string[] = []

beforeEach(() => {
  headers = []
  refusals = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path.startsWith('/api/session')) return Response.json({ csrfToken: 'token' })
    headers.push(new Headers(init?.headers).get('x-captcha-token'))
    const code = refusals.shift()
    return code ? Response.json({ code, message: '等一等' }, { status: 422 }) : Response.json({ success: true })
  })
})
afterEach(() => {
  proveWork.mockReset()
})

const send = () => call('POST /api/learn/cn/sms/signUp' as never, { body: {} } as never)

test('a captcha header is sent when the site asks for a captcha, and not otherwise [PLAT-031]', async () => {
  proveWork.mockResolvedValue('proof')
  await send()
  expect([headers, proveWork.mock.calls.length]).toEqual([[null], 0])
  headers = []
  refusals = ['captcha_required']
  await send()
  expect(headers).toEqual([null, 'proof'])
  // each proof counts once: the next request does without again
  headers = []
  await send()
  expect(headers).toEqual([null])
})

test('a captcha that fails is said with its own words, whether it was not taken or could not be made', async () => {
  await loadCatalogue('zh_CN')
  const t = translator('zh_CN')
  const words = '安全验证没有通过，请再试一次。'
  proveWork.mockResolvedValue('proof')
  refusals = ['captcha_required', 'captcha_invalid']
  const notTaken = await send().catch((error: unknown) => error)
  expect(notTaken).toBeInstanceOf(ApiError)
  expect(failureText(notTaken, t)).toBe(words)

  proveWork.mockRejectedValue(new Error('no worker'))
  refusals = ['captcha_required']
  headers = []
  const notMade = await send().catch((error: unknown) => error)
  expect([failureText(notMade, t), headers]).toEqual([words, [null]])
})
