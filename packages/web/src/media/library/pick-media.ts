import type { Attachment } from '@lantern/contract/media/attachments.ts'
import type { AttachmentKind } from '@lantern/contract/media/upload-rules.ts'

/** A question to the person that is open now. */
export interface MediaQuestion {
  id: number
  kind: AttachmentKind
  answer: (chosen: Attachment | null) => void
}

let question: MediaQuestion | null = null
let nextId = 1
const listeners = new Set<() => void>()

/**
 * Lets the person choose a file of this kind from the media library, or upload one; null when they chose none. The
 * page shows a `MediaPickerHost` in which the question appears.
 */
export function pickMedia(kind: AttachmentKind): Promise<Attachment | null> {
  question?.answer(null)
  return new Promise((done) => {
    const id = nextId++
    const answer = (chosen: Attachment | null) => {
      if (question?.id === id) set(null)
      done(chosen)
    }
    set({ id, kind, answer })
  })
}

export function currentQuestion(): MediaQuestion | null {
  return question
}

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: MediaQuestion | null): void {
  question = next
  for (const listener of listeners) listener()
}
