import type { GatewayName } from '@lantern/contract/commerce/payments.ts'
import { GatewayAway } from './payment-gateway.ts'

export interface GatewayAnswer {
  status: number
  header(name: string): string | null
  body: Buffer
}

/** A statement of a busy day; more than this is no answer of a gateway. */
const mostBytes = 256 * 1024 * 1024

/**
 * One request over HTTP. Throws GatewayAway without an answer, or with one of 429 or 5xx. Reading is asked a second
 * time; what changes something is not: whether to repeat that is the caller's decision.
 */
export async function askGateway(
  name: GatewayName,
  timeoutMs: number,
  url: string,
  request: () => RequestInit,
): Promise<GatewayAnswer> {
  const isRead = (request().method ?? 'GET') === 'GET'
  try {
    return await askOnce(name, timeoutMs, url, request())
  } catch (error) {
    if (!isRead || !(error instanceof GatewayAway)) throw error
    return askOnce(name, timeoutMs, url, request())
  }
}

async function askOnce(
  name: GatewayName,
  timeoutMs: number,
  url: string,
  request: RequestInit,
): Promise<GatewayAnswer> {
  let status: number
  let headers: Headers
  let body: Buffer
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs), ...request })
    status = answer.status
    headers = answer.headers
    if (Number(headers.get('content-length') ?? 0) > mostBytes) throw new Error('too long')
    body = Buffer.from(await answer.arrayBuffer())
  } catch (error) {
    throw new GatewayAway(`${name} did not answer`, { cause: error })
  }
  if (status >= 500 || status === 429) throw new GatewayAway(`${name} answered ${status}`)
  return { status, header: (field) => headers.get(field), body }
}
