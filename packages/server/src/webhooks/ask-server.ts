import type { Config } from '#kit/config.ts'
import { fetchOutside, type OutsideResponse } from '#kit/outside-fetch.ts'
import { PrivateAddress } from '#kit/public-address.ts'
import type { Services } from '#kit/services.ts'
import { bodyOf, type StoredMessage } from './message-body.ts'
import { signedHeaders } from './signature.ts'

const mostAnswerCharacters = 500
/** A server that asks for more is not waited for longer. */
const longestWaitSeconds = 86_400

export interface Outcome {
  at: Date
  status: number | null
  durationMs: number
  /** Null: it was taken. */
  problem: 'status' | 'timeout' | 'unreachable' | 'private_address' | null
  answer: string
  /** The server said after how long it wants to be asked again. */
  waitSeconds: number
}

export interface Sending extends StoredMessage {
  messageId: string
  url: string
}

/** Sends one message once and says how that went. Every answer with a 2xx status counts as delivered. */
export async function askServer(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  { messageId, url, ...message }: Sending,
  secrets: readonly string[],
): Promise<Outcome> {
  const at = clock.now()
  const body = bodyOf(message)
  const headers = { 'content-type': 'application/json', ...signedHeaders({ id: messageId, body, at }, secrets) }
  const began = performance.now()
  const durationMs = () => Math.round(performance.now() - began)
  try {
    const { status, text, headers: said } = await reach(config, url, { method: 'POST', headers, body })
    const isTaken = status >= 200 && status < 300
    const waitSeconds = isTaken ? 0 : waitOf(said['retry-after'] ?? '', at)
    // PostgreSQL keeps no zero character
    const answer = text.replaceAll('\0', '').slice(0, mostAnswerCharacters)
    return { at, status, durationMs: durationMs(), problem: isTaken ? null : 'status', answer, waitSeconds }
  } catch (error) {
    return { at, status: null, durationMs: durationMs(), problem: problemOf(error), answer: '', waitSeconds: 0 }
  }
}

/** Servers say a number of seconds, or a moment (RFC 9110, 10.2.3). What is neither is no wish. */
function waitOf(said: string, at: Date): number {
  const seconds = /^\s*\d+\s*$/.test(said) ? Number(said) : (Date.parse(said) - at.getTime()) / 1000
  return Math.min(Math.max(Math.ceil(seconds) || 0, 0), longestWaitSeconds)
}

function problemOf(error: unknown): 'timeout' | 'unreachable' | 'private_address' {
  if (error instanceof PrivateAddress) return 'private_address'
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
}

/** The servers of the demo's school are not on any network: they take what they are told. */
const playedHost = /(^|\.)xinghe\.example$/

async function reach(
  config: Config,
  url: string,
  request: Parameters<typeof fetchOutside>[2],
): Promise<OutsideResponse> {
  const isPlayed = config.mode === 'demo' && playedHost.test(new URL(url).hostname)
  return isPlayed ? { status: 200, headers: {}, text: '{"ok":true}' } : fetchOutside(config, url, request)
}
