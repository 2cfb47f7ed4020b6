import { nextSequence } from '@lantern/contract/quiz/attempt.ts'

export interface PendingAnswer {
  questionId: string
  /** Ids of chosen options, or what was given to a question of another kind. */
  optionIds: string[]
  sequence: number
}

/** What the server says of the attempt after a save. */
export interface Kept {
  savedAt: string
  sequence: number
  questionAnswers: Record<string, string[]>
}

/** Why a save did not arrive: the way is cut, the session has ended, the attempt is over, or the answer cannot be taken. */
export type SaveFault = 'away' | 'signed_out' | 'closed' | 'refused'

export interface QueueState {
  /** Saved and waiting answers together, as the page shows them. */
  answers: Readonly<Record<string, readonly string[]>>
  status: 'idle' | 'saving' | SaveFault
  waiting: number
  savedAt: string | null
}

export interface QueueOptions {
  /** Names the attempt in the device's store: learner, quiz and attempt number. */
  name: string
  answers: Record<string, string[]>
  sequence: number
  savedAt: string | null
  send(answers: PendingAnswer[]): Promise<Kept>
  faultOf(error: unknown): SaveFault
  /** The device's store; null where it is switched off. */
  store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null
  now(): number
}

export interface AnswerQueue {
  state(): QueueState
  subscribe(listener: () => void): () => void
  /** Keeps an answer on the device at once and sends it as soon as it can; while it is typed, now and then. */
  put(questionId: string, optionIds: string[], typing?: boolean): void
  /** Takes up what an earlier page of this attempt could not send. */
  resume(): void
  /** Takes over what the server has: another device may have gone on. */
  adopt(kept: Omit<Kept, 'savedAt'> & { savedAt: string | null }): void
  /** Tries again now, as when the network is back. */
  retry(): void
  /** Answers that the server does not have yet, for a submission to take along. */
  waiting(): PendingAnswer[]
  /** Forgets what the device kept: the attempt was submitted. */
  forget(): void
  /** Stops sending; what waits stays on the device. */
  close(): void
}

const longestPauseMs = 30_000
/** Who types on without a pause is sent too: the time of the attempt may end, or the device. */
const typingMs = 1_500

/**
 * Answers on their way to the server. Each one is on the device before anything is sent; several wait together and go
 * in one call, each with its own place in the order, so that a late one cannot replace a newer one.
 */
export function createAnswerQueue(options: QueueOptions): AnswerQueue {
  const { name, store, send, faultOf, now } = options
  const listeners = new Set<() => void>()
  const pending = new Map<string, PendingAnswer>()
  let saved = options.answers
  let highest = options.sequence
  let savedAt = options.savedAt
  let status: QueueState['status'] = 'idle'
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  let current = snapshot()

  function snapshot(): QueueState {
    const answers: Record<string, readonly string[]> = { ...saved }
    for (const { questionId, optionIds } of pending.values()) answers[questionId] = optionIds
    return { answers, status, waiting: pending.size, savedAt }
  }

  function changed(): void {
    current = snapshot()
    for (const listener of listeners) listener()
  }

  /** The same attempt in another tab keeps its answers in the same place: only what is `gone` from here is taken out. */
  function keep(gone: readonly PendingAnswer[] = []): void {
    const kept = new Map(parsePending(read(store, name)).map((answer) => [answer.questionId, answer]))
    const isNewest = ({ questionId, sequence }: PendingAnswer) => (kept.get(questionId)?.sequence ?? 0) <= sequence
    for (const answer of gone) if (isNewest(answer)) kept.delete(answer.questionId)
    for (const answer of pending.values()) if (isNewest(answer)) kept.set(answer.questionId, answer)
    try {
      if (kept.size === 0) store?.removeItem(name)
      else store?.setItem(name, JSON.stringify([...kept.values()]))
    } catch {
      // a full or forbidden store costs the copy on this device, not the answer: it is sent all the same
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (closed || status === 'saving' || status === 'closed' || pending.size === 0) return
    const sent = [...pending.values()]
    status = 'saving'
    changed()
    try {
      accept(sent, await send(sent))
    } catch (error) {
      fail(sent, faultOf(error))
    }
    keep(sent.filter(({ questionId, sequence }) => pending.get(questionId)?.sequence !== sequence))
    changed()
    if (pending.size > 0 && current.status === 'idle') await flush()
  }

  function accept(sent: PendingAnswer[], kept: Kept): void {
    failures = 0
    status = 'idle'
    drop(sent)
    saved = kept.questionAnswers
    savedAt = kept.savedAt
    highest = Math.max(highest, kept.sequence)
  }

  function fail(sent: PendingAnswer[], fault: SaveFault): void {
    status = fault
    if (fault === 'refused') drop(sent)
    else if (fault !== 'closed') timer = setTimeout(flush, Math.min(longestPauseMs, 1000 * 2 ** failures++))
  }

  /** A newer choice made during the save stays. */
  function drop(sent: PendingAnswer[]): void {
    for (const { questionId, sequence } of sent) {
      if (pending.get(questionId)?.sequence === sequence) pending.delete(questionId)
    }
  }

  return {
    state: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    put(questionId, optionIds, typing = false) {
      highest = nextSequence(highest, now())
      pending.set(questionId, { questionId, optionIds, sequence: highest })
      if (status === 'refused') status = 'idle'
      keep()
      changed()
      if (status !== 'idle') return
      if (!typing) void flush()
      else timer ??= setTimeout(flush, typingMs)
    },
    resume() {
      closed = false
      for (const answer of parsePending(read(store, name))) {
        if (!pending.has(answer.questionId)) pending.set(answer.questionId, answer)
        highest = Math.max(highest, answer.sequence)
      }
      if (pending.size > 0) changed()
      void flush()
    },
    adopt(kept) {
      // what this device has sent or has waiting is newer: the answer to the next save brings the rest
      if (kept.sequence < highest) return
      saved = kept.questionAnswers
      savedAt = kept.savedAt
      highest = kept.sequence
      changed()
    },
    retry: flush,
    waiting: () => [...pending.values()],
    forget() {
      const forgotten = [...pending.values()]
      pending.clear()
      keep(forgotten)
      changed()
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

function read(store: QueueOptions['store'], name: string): string | null {
  try {
    return store?.getItem(name) ?? null
  } catch {
    return null
  }
}

/** The store belongs to the visitor and may hold anything: what is not an answer is left out. */
function parsePending(text: string | null): PendingAnswer[] {
  if (text === null) return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isPending) : []
  } catch {
    return []
  }
}

function isPending(value: unknown): value is PendingAnswer {
  if (typeof value !== 'object' || value === null) return false
  const { questionId, optionIds, sequence } = value as Partial<Record<keyof PendingAnswer, unknown>>
  return (
    typeof questionId === 'string' &&
    Number.isSafeInteger(sequence) &&
    Array.isArray(optionIds) &&
    optionIds.every((id) => typeof id === 'string')
  )
}
