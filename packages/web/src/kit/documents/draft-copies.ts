import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

// What an author wrote and the server does not have yet, kept on this device: it outlives the page.

export interface DraftCopy {
  /** Draft (or the type of a new one), the tab it was written in, and the part. */
  key: string
  /** Learner and draft, the same for all parts and tabs. */
  owner: string
  session: string
  part: string
  /** The version of the part that it is based on. */
  baseVersion: number
  form: unknown
  keptAt: string
}

export interface DraftCopies {
  list(owner: string): Promise<DraftCopy[]>
  put(copy: DraftCopy): Promise<void>
  drop(key: string): Promise<void>
  /** Of the sessions given, those whose page is still open: their copies are in use. */
  living(sessions: readonly string[]): Promise<ReadonlySet<string>>
  /** This page holds nothing any more: what it could not bring to the server is left behind. */
  release(): void
}

export function copyKey({ owner, session, part }: Pick<DraftCopy, 'owner' | 'session' | 'part'>): string {
  return `${owner}/${session}/${part}`
}

const lockOf = (session: string) => `lantern.draft.${session}`

/** The device's store, or null where the browser has none. `session` names this page until it is closed. */
export function deviceCopies(session: string): DraftCopies | null {
  if (typeof indexedDB === 'undefined') return null
  const held = Promise.withResolvers<void>()
  // held until the page goes: other pages see by it that this one lives
  void navigator.locks?.request(lockOf(session), () => held.promise).catch(() => undefined)
  return {
    async list(owner) {
      const all = await inDatabase((database) => database.getAll(storeName))
      return all.filter((copy) => copy.owner === owner)
    },
    put: async (copy) => void (await inDatabase((database) => database.put(storeName, copy))),
    drop: (key) => inDatabase((database) => database.delete(storeName, key)),
    async living(sessions) {
      const locks = (await navigator.locks?.query())?.held ?? []
      return new Set(sessions.filter((one) => locks.some(({ name }) => name === lockOf(one))))
    },
    release: () => held.resolve(),
  }
}

const storeName = 'drafts'

interface Drafts extends DBSchema {
  drafts: { key: string; value: DraftCopy }
}

async function inDatabase<T>(work: (database: IDBPDatabase<Drafts>) => Promise<T>): Promise<T> {
  const database = await openDB<Drafts>('lantern-drafts', 1, {
    upgrade: (created) => void created.createObjectStore(storeName, { keyPath: 'key' }),
  })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}
