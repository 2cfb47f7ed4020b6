import type { ErrorCode } from '@lantern/contract/errors.ts'
import { RouterContextProvider } from 'react-router'
import { type Api, ApiError, apiContext } from '#kit/api.ts'

/** What each call answers, or the code of its refusal. */
export type Answers = Record<string, object | ErrorCode>

const statusOf: Partial<Record<ErrorCode, number>> = {
  bad_request: 400,
  login_required: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
}

interface Sent {
  route: string
  query?: unknown
  body?: unknown
}

/** What a page's loader and action are called with, where calls are answered or refused as the test says. */
export function argsOf(address: string, answers: Answers, form?: Record<string, string>) {
  const sent: Sent[] = []
  const call = async (route: string, { query, body }: { query?: unknown; body?: unknown } = {}) => {
    sent.push({ route, ...(query !== undefined && { query }), ...(body !== undefined && { body }) })
    const answer = answers[route] ?? {}
    if (typeof answer !== 'string') return answer
    throw new ApiError(statusOf[answer] ?? 500, { code: answer, message: '' })
  }
  const context = new RouterContextProvider()
  context.set(apiContext, { call: call as unknown as Api['call'], locale: 'zh_CN' })
  const url = new URL(address, 'https://site.test')
  const request = new Request(url, {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  return { sent, args: { request, url, context, params: { userId: 'u_ada' } } }
}
