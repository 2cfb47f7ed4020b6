import type { ErrorCode } from '@lantern/contract/errors.ts'
import type { FastifyBaseLogger } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { refuse } from '#kit/errors.ts'

export interface WeixinApi {
  /** Where WeChat's calls are: its own address, or a twin's. */
  apiUrl: string
  timeoutSeconds: number
  log: Pick<FastifyBaseLogger, 'warn'>
  fetch?: typeof globalThis.fetch
}

interface WeixinCall<S extends TSchema> {
  path: string
  shape: S
  query?: Record<string, string>
  /** Sent as JSON by POST. */
  body?: Record<string, string>
  /** What is refused when WeChat does not answer, or is busy; and when it says no, or nothing that fits the shape. */
  away: ErrorCode
  refused: ErrorCode
}

const Failure = Type.Object({ errcode: Type.Integer(), errmsg: Type.Optional(Type.String()) })

/** -1 is what WeChat answers while it is busy, 45009 and 45011 when it was asked too often. */
const busy = new Set([-1, 45_009, 45_011])

/** One call of WeChat's API. Throws the call's refusals. */
export async function askWeixin<S extends TSchema>(
  { apiUrl, log, timeoutSeconds, fetch = globalThis.fetch }: WeixinApi,
  { path, shape, query = {}, body, away, refused }: WeixinCall<S>,
): Promise<Static<S>> {
  const url = new URL(path, withSlash(apiUrl))
  url.search = new URLSearchParams(query).toString()
  const post = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  let status: number
  let text: string
  try {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000)
    const response = await fetch(url, { redirect: 'error', signal, ...post })
    status = response.status
    text = await response.text()
  } catch (cause) {
    log.warn({ path, reason: (cause as Error).message }, 'WeChat did not answer')
    throw refuse(away, { cause, retryAfterSeconds: 10 })
  }
  // failures come with status 200, and everything as text/plain
  const answer = parsed(text)
  const failure = Value.Check(Failure, answer) && answer.errcode !== 0 ? answer : null
  if (status >= 500 || (failure && busy.has(failure.errcode))) {
    log.warn({ path, status, errcode: failure?.errcode }, 'WeChat is busy')
    throw refuse(away, { retryAfterSeconds: 10 })
  }
  if (failure || !Value.Check(shape, answer)) {
    log.warn({ path, status, errcode: failure?.errcode, errmsg: failure?.errmsg }, 'WeChat refused a call')
    throw refuse(refused)
  }
  return answer
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`
}
