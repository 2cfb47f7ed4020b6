import type { commitUnit } from '@lantern/contract/courseware/packages.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { call } from '#kit/call.ts'
import { networkBack } from '#kit/network-back.ts'
import { ApiError } from '#kit/request.ts'

/** The newest that a visit wrote and that the server has not confirmed. */
interface WaitingCommit {
  packageId: string
  visitId: string
  number: number
  data: string
  isLast: boolean
  request: string
}

export interface CommitQueue {
  /** `request`: where the unit wants to go, or the page in its place. */
  add(commit: { data: string; isLast: boolean; request: string }): void
  /** The page is being left: the browser sends what it can, the rest is sent by the next visit. */
  sendBeforeLeaving(): void
}

interface Listener {
  onSaved(kept: ResponseOf<typeof commitUnit>): void
  /** It is kept on this device until there is a network. */
  onWaiting(): void
  /** Another visit of the unit was opened since. */
  onSuperseded(): void
}

// what browsers send for a page that is gone
const mostAliveBytes = 60_000

/**
 * Sends what a unit writes, one after the other, the newest alone: each is the whole state. Until the server has it, it
 * stands in the browser too, so that neither a killed tab nor a lost network costs anything.
 */
export function commitQueue(packageId: string, visitId: string, userId: string, listener: Listener): CommitQueue {
  const key = keyOf(userId, visitId)
  let number = 0
  let waiting: WaitingCommit | null = null
  let isSending = false

  async function send(): Promise<void> {
    if (isSending) return
    isSending = true
    for (let failures = 0; waiting; ) {
      const sent: WaitingCommit = waiting
      try {
        const kept = await deliver(sent)
        failures = 0
        if (waiting === sent) {
          waiting = null
          forget(key)
          listener.onSaved(kept)
        }
      } catch (error) {
        if (isRefused(error)) {
          waiting = null
          forget(key)
          listener.onSuperseded()
        } else {
          listener.onWaiting()
          await networkBack(failures++)
        }
      }
    }
    isSending = false
  }

  return {
    add({ data, isLast, request }) {
      waiting = { packageId, visitId, number: ++number, data, isLast, request }
      keep(key, waiting)
      void send()
    },
    sendBeforeLeaving() {
      if (waiting && waiting.data.length < mostAliveBytes) deliver(waiting, true).catch(() => undefined)
    },
  }
}

/** Sends what earlier visits on this device could not; what the server does not want any more is dropped. */
export async function sendLeftCommits(userId: string): Promise<void> {
  for (const key of keysOf(userId)) {
    const left = read(key)
    try {
      if (left) await deliver(left)
      forget(key)
    } catch (error) {
      if (isRefused(error)) forget(key)
    }
  }
}

function deliver({ packageId, ...body }: WaitingCommit, keepalive = false) {
  const input = { params: { id: packageId }, body }
  return call<typeof commitUnit>('POST /api/campus/package/:id/commit', input, { keepalive })
}

/** Sent again it would be refused again. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && [400, 403, 404, 409, 413].includes(error.status)
}

const prefix = 'course-commit'

function keyOf(userId: string, visitId: string): string {
  return `${prefix}:${userId}:${visitId}`
}

function keysOf(userId: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${prefix}:${userId}:`))
  } catch {
    return []
  }
}

/** A browser that keeps nothing, or has no room, loses only what was not sent when the tab goes. */
function keep(key: string, commit: WaitingCommit): void {
  try {
    localStorage.setItem(key, JSON.stringify(commit))
  } catch {
    forget(key)
  }
}

function read(key: string): WaitingCommit | null {
  try {
    // written by `keep` alone
    return JSON.parse(localStorage.getItem(key) ?? 'null') as WaitingCommit | null
  } catch {
    return null
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // then there was nothing
  }
}
