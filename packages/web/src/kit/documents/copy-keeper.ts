import { copyKey, type DraftCopies } from './draft-copies.ts'

interface KeeperOptions {
  copies: DraftCopies | null
  owner(): string
  session: string
  now(): Date
  /** What the server does not have as it stands. */
  unsaved(): { part: string; baseVersion: number; form: unknown }[]
  /** When it was kept; null when this device did not take it. */
  onKept(at: string | null): void
}

export interface CopyKeeper {
  /** Soon: once for everything that is typed in a moment. */
  plan(): void
  keep(): Promise<void>
  drop(parts: readonly string[]): Promise<void>
  close(): void
}

const pauseMs = 400

/** Keeps copies on this device of what the server does not have. */
export function createCopyKeeper({ copies, owner, session, now, unsaved, onKept }: KeeperOptions): CopyKeeper {
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  async function keep(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const waiting = unsaved()
    if (!copies || waiting.length === 0) return
    const keptAt = now().toISOString()
    try {
      for (const { part, baseVersion, form } of waiting) {
        const names = { owner: owner(), session, part }
        await copies.put({ ...names, key: copyKey(names), baseVersion, form, keptAt })
      }
      onKept(keptAt)
    } catch {
      // a full or forbidden store costs the copy on this device, not the text: it is sent all the same
      onKept(null)
    }
  }

  return {
    plan() {
      if (closed || timer !== undefined) return
      timer = setTimeout(() => void keep(), pauseMs)
    },
    keep,
    async drop(parts) {
      try {
        for (const part of parts) await copies?.drop(copyKey({ owner: owner(), session, part }))
      } catch {
        // it is offered once more than needed
      }
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
