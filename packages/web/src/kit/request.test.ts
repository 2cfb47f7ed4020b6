import { expect, test } from 'vitest'
import { ApiError, createCall, type Transport } from './request.ts'

type Sent = Parameters<Transport>[0]

function recorder(...answers: { status: number; body: unknown }[]) {
  const sent: Sent[] = []
  const transport: Transport = async (request) => {
    sent.push(request)
    return answers[Math.min(sent.length, answers.length) - 1] ?? { status: 200, body: {} }
  }
  return { sent, transport }
}

const noToken = async () => {
  throw new Error('a read needs no token')
}

test('parts of the path and the query are encoded, lists are repeated, and what is not given is left out', async () => {
  const { sent, transport } = recorder({ status: 200, body: { ok: true } })
  const call = createCall(transport, noToken)
  const answer = await call(
    'GET /api/learn/tutorial/:id/extends' as never,
    {
      params: { id: 'a/b c' },
      query: { uv: undefined, ids: ['1', '2'] },
    } as never,
  )
  expect(answer).toEqual({ ok: true })
  expect(sent).toEqual([{ method: 'GET', path: '/api/learn/tutorial/a%2Fb%20c/extends?ids=1&ids=2', body: undefined }])
})

test('a change carries the CSRF token, and a stale one is renewed once [PLAT-030]', async () => {
  const refused = { status: 403, body: { code: 'csrf_invalid', message: '' } }
  const { sent, transport } = recorder(refused, { status: 200, body: {} })
  const call = createCall(transport, async (stale) => (stale ? 'fresh' : 'old'))
  await call('POST /api/learn/cn/record' as never, { body: { id: 'x' } } as never)
  expect(sent.map(({ path }) => path)).toEqual(['/api/learn/cn/record?_csrf=old', '/api/learn/cn/record?_csrf=fresh'])
  expect(sent[1]?.body).toEqual({ id: 'x' })
})

test('a refusal is an error with status, code and the fields it names [PLAT-032]', async () => {
  const details = [{ field: 'phone', message: '请填写手机号' }]
  const { transport } = recorder({ status: 400, body: { code: 'bad_request', message: '有误', details } })
  const failure = await createCall(transport, noToken)('GET /api/session' as never).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ status: 400, code: 'bad_request', message: '有误', details })
})
