import type { Attachment, getAttachment, listUnfinishedUploads } from '@lantern/contract/media/attachments.ts'
import { type AttachmentKind, faultBefore } from '@lantern/contract/media/upload-rules.ts'
import type { MessageKey } from '#kit/messages.tsx'
import type { Call } from '#kit/request.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { startTransfer, Transfer } from './transfer.ts'
import { faultWording, UploadFailure } from './upload-faults.ts'

/** `retrying` waits for the network and goes on by itself; `paused` waits for a person. */
export type UploadState = 'waiting' | 'uploading' | 'retrying' | 'paused' | 'processing' | 'done' | 'failed'

export interface UploadEntry {
  key: number
  name: string
  kind: AttachmentKind
  byteSize: number
  state: UploadState
  /** 0 to 100, of the sending. */
  percent: number
  fault: MessageKey | null
  /** As the server knows it, once it is whole. */
  attachment: Attachment | null
  attachmentId: string | null
}

export interface UploadQueue {
  /** Sends files; answers with their entries, in order. */
  add(files: readonly File[], kind: AttachmentKind): UploadEntry[]
  /** Goes on with an upload that was begun earlier, with the same file chosen again; false when it is another file. */
  goOn(unfinished: Attachment, file: File): Promise<boolean>
  pause(key: number): void
  resume(key: number): void
  /** Tries a failed one again. */
  retry(key: number): void
  /** Ends it and takes it from the list. */
  cancel(key: number): void
  /** Takes what is done or has failed from the list. */
  dismiss(key: number): void
  /** What the server says of uploads by now, of those that it was still making something of. */
  learn(known: readonly Attachment[]): void
  /** Resolves when it is whole, with what the server made of it; rejects with the words for what went wrong. */
  finished(key: number): Promise<Attachment>
  current(): readonly UploadEntry[]
  listen(listener: () => void): () => void
}

interface Work {
  file: File
  transfer?: Transfer
  /** All of it is on the server under this id; the result of its conversion is not known yet. */
  wholeId?: string
  /** Counts the tries: what an abandoned one still reports is not listened to. */
  attempt: number
  result: PromiseWithResolvers<Attachment>
}

interface QueueParts {
  call: Call
  /** Brings the library of the protocol. */
  load(): Promise<{ startTransfer: typeof startTransfer }>
  /** More wait: a line that many share is not faster. */
  atOnce?: number
}

export function createUploadQueue({ call, load, atOnce = 3 }: QueueParts): UploadQueue {
  let entries: readonly UploadEntry[] = []
  let nextKey = 1
  const works = new Map<number, Work>()
  const listeners = new Set<() => void>()

  const entryOf = (key: number) => entries.find((entry) => entry.key === key)

  function change(key: number, facts: Partial<UploadEntry>): void {
    entries = entries.map((entry) => (entry.key === key ? { ...entry, ...facts } : entry))
    for (const listener of listeners) listener()
    startWaiting()
  }

  function enter(file: File, kind: AttachmentKind, attachmentId: string | null): UploadEntry {
    const fault = faultBefore({ kind, name: file.name, byteSize: file.size })
    const entry: UploadEntry = {
      key: nextKey++,
      name: file.name,
      kind,
      byteSize: file.size,
      state: fault ? 'failed' : 'waiting',
      percent: 0,
      fault,
      attachment: null,
      attachmentId,
    }
    const work: Work = { file, attempt: 0, result: Promise.withResolvers() }
    // a caller that does not wait sees it in the list
    work.result.promise.catch(() => undefined)
    if (fault) work.result.reject(new UploadFailure(fault))
    works.set(entry.key, work)
    entries = [...entries, entry]
    return entry
  }

  function startWaiting(): void {
    for (const { key } of entries.filter(({ state }) => state === 'waiting')) {
      const running = entries.filter(({ state }) => state === 'uploading' || state === 'retrying').length
      if (running >= atOnce) return
      void start(key)
    }
  }

  async function start(key: number): Promise<void> {
    const work = works.get(key)
    const entry = entryOf(key)
    if (!work || !entry) return
    const attempt = ++work.attempt
    const isCurrent = () => works.get(key)?.attempt === attempt
    change(key, { state: 'uploading', fault: null })
    if (work.wholeId) return settle(key, work.wholeId)
    try {
      const [{ startTransfer }, fingerprint] = await Promise.all([load(), fingerprintOf(work.file)])
      const attachmentId = entry.attachmentId ?? (await begunEarlier(fingerprint, entry))
      if (!isCurrent()) return
      // before anything else is sent: a second copy of the same file must not go on with the same upload
      if (attachmentId) change(key, { attachmentId })
      const { file } = work
      const transfer = await startTransfer(
        { file, kind: entry.kind, name: entry.name, fingerprint, ...(attachmentId && { attachmentId }) },
        {
          onBegun: (id) => isCurrent() && change(key, { attachmentId: id }),
          onProgress: (sent) =>
            isCurrent() &&
            entryOf(key)?.state !== 'paused' &&
            change(key, { state: 'uploading', percent: Math.floor((sent * 100) / Math.max(1, file.size)) }),
          onWaiting: () => isCurrent() && entryOf(key)?.state !== 'paused' && change(key, { state: 'retrying' }),
          onDone: (id) => isCurrent() && void settle(key, id),
          onFailed: (failure) => isCurrent() && fail(key, failure),
        },
      )
      // ended while it was being prepared, or begun anew, which goes on with the same
      if (!works.has(key)) return await transfer.cancel()
      if (!isCurrent()) return transfer.pause()
      work.transfer = transfer
      if (entryOf(key)?.state === 'paused') transfer.pause()
    } catch (error) {
      if (isCurrent()) fail(key, error instanceof UploadFailure ? error : new UploadFailure('media.upload_failed'))
    }
  }

  /** The same file may have been begun before the page was loaded anew, or on another device. */
  async function begunEarlier(fingerprint: string, { kind }: UploadEntry): Promise<string | null> {
    const query = { kind, fingerprint }
    const known = await call<typeof listUnfinishedUploads>('GET /api/learn/attachment/unfinished', { query }).catch(
      () => null,
    )
    const taken = new Set(entries.map(({ attachmentId }) => attachmentId))
    return known?.ids.find((id) => !taken.has(id)) ?? null
  }

  async function settle(key: number, id: string): Promise<void> {
    const work = works.get(key)
    if (work) work.wholeId = id
    try {
      const params = { id }
      const { attachment } = await call<typeof getAttachment>('GET /api/learn/creator/attachment/:id', { params })
      if (attachment.state === 'failed') {
        if (work) delete work.wholeId
        throw new UploadFailure(faultOf(attachment))
      }
      const state = attachment.state === 'ready' ? 'done' : 'processing'
      change(key, { state, percent: 100, attachment, attachmentId: id })
      work?.result.resolve(attachment)
    } catch (error) {
      fail(key, error instanceof UploadFailure ? error : new UploadFailure('media.upload_failed'))
    }
  }

  function fail(key: number, failure: UploadFailure): void {
    change(key, { state: 'failed', fault: failure.wording })
    works.get(key)?.result.reject(failure)
  }

  function remove(key: number): void {
    works.delete(key)
    entries = entries.filter((entry) => entry.key !== key)
    for (const listener of listeners) listener()
    startWaiting()
  }

  return {
    add(files, kind) {
      const added = files.map((file) => enter(file, kind, null))
      for (const listener of listeners) listener()
      startWaiting()
      return added
    },

    async goOn(unfinished, file) {
      if (file.size !== unfinished.byteSize || (await fingerprintOf(file)) !== unfinished.fingerprint) return false
      enter(file, unfinished.kind, unfinished.id)
      for (const listener of listeners) listener()
      startWaiting()
      return true
    },

    pause(key) {
      const state = entryOf(key)?.state
      if (state !== 'waiting' && state !== 'uploading' && state !== 'retrying') return
      works.get(key)?.transfer?.pause()
      change(key, { state: 'paused' })
    },

    resume(key) {
      const transfer = works.get(key)?.transfer
      if (entryOf(key)?.state !== 'paused') return
      transfer?.resume()
      change(key, { state: transfer ? 'uploading' : 'waiting' })
    },

    retry(key) {
      const work = works.get(key)
      if (!work || entryOf(key)?.state !== 'failed') return
      work.result = Promise.withResolvers()
      work.result.promise.catch(() => undefined)
      // a refused upload cannot continue; an interrupted one is found again by its fingerprint
      change(key, { state: 'waiting', fault: null, percent: 0, attachmentId: null })
    },

    cancel(key) {
      const work = works.get(key)
      if (!work) return
      work.result.reject(new UploadFailure(faultWording(undefined)))
      work.attempt++
      // it is gone from here in any case; on the server it goes with the sweep of the night if it must
      work.transfer?.cancel().catch(() => undefined)
      remove(key)
    },

    dismiss: remove,

    learn(known) {
      for (const { key, state, attachmentId } of entries) {
        const attachment = known.find(({ id }) => id === attachmentId)
        if (state !== 'processing' || !attachment || attachment.state === 'processing') continue
        if (attachment.state === 'ready') change(key, { state: 'done', attachment })
        else change(key, { state: 'failed', attachment, fault: faultOf(attachment) })
      }
    },

    finished(key) {
      const work = works.get(key)
      return work ? work.result.promise : Promise.reject(new UploadFailure('media.upload_gone'))
    },

    current: () => entries,

    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function faultOf({ fault }: Attachment): MessageKey {
  return (fault ?? 'media.upload_failed') as MessageKey
}
