import type { Attachment, getAttachment } from '@lantern/contract/media/attachments.ts'
import type { AttachmentKind } from '@lantern/contract/media/upload-rules.ts'
import { useSyncExternalStore } from 'react'
import { call } from '#kit/call.ts'
import { createUploadQueue, type UploadEntry } from './upload-queue.ts'

/** The uploads of this tab: they go on while a person moves about in the site. */
export const uploads = createUploadQueue({ call, load: () => import('./transfer.ts') })

const nothing: readonly UploadEntry[] = []

export function useUploads(): readonly UploadEntry[] {
  return useSyncExternalStore(uploads.listen, uploads.current, () => nothing)
}

/** Whether leaving the page would interrupt something. */
function isUploading(): boolean {
  return uploads.current().some(({ state }) => state === 'waiting' || state === 'uploading' || state === 'retrying')
}

/** How often the server is asked about files that it is still making something of. */
const askAgainMs = 2000

/** Asks what became of uploads that are in the making, until what it answers is called. */
export function followUploads(): () => void {
  const timer = setInterval(async () => {
    const making = uploads.current().filter(({ state }) => state === 'processing')
    const answers = await Promise.all(
      making.map(({ attachmentId }) =>
        call<typeof getAttachment>('GET /api/learn/creator/attachment/:id', {
          params: { id: attachmentId ?? '' },
        }).then(
          ({ attachment }) => [attachment],
          () => [],
        ),
      ),
    )
    uploads.learn(answers.flat())
  }, askAgainMs)
  return () => clearInterval(timer)
}

/** Uploads one file and answers with what became of it. It is seen where uploads are shown as well. */
export async function uploadFile(file: File, kind: AttachmentKind): Promise<Attachment> {
  const [entry] = uploads.add([file], kind)
  if (!entry) throw new Error('Nothing was added')
  try {
    return await uploads.finished(entry.key)
  } finally {
    uploads.dismiss(entry.key)
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('beforeunload', (event) => {
    if (isUploading()) event.preventDefault()
  })
}
