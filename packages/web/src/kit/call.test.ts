// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { call, requestTimeoutMs } from './call.ts'

afterEach(() => vi.restoreAllMocks())

test('a request is given up after 30000 ms', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout')
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'))
  await call('GET /api/session' as never)
  expect(limits).toHaveBeenCalledWith(30_000)
  expect(requestTimeoutMs).toBe(30_000)
})

test('a lost network is an error that a page can tell from a refusal', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('network'))
  await expect(call('GET /api/session' as never)).rejects.toMatchObject({
    status: 503,
    code: 'unavailable',
    message: '',
  })
})

test('an answer that is no JSON is an error and not a crash', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('<html>proxy</html>', { status: 502 }))
  await expect(call('GET /api/session' as never)).rejects.toMatchObject({ status: 502, code: 'internal' })
})
