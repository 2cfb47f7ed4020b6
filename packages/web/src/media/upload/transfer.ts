import type { AttachmentKind } from '@lantern/contract/media/upload-rules.ts'
import { resumableUploadPath } from '@lantern/contract/media/upload-rules.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import { DefaultHttpStack, DetailedError, type HttpRequest, Upload } from 'tus-js-client'
import { csrfToken } from '#kit/call.ts'
import { faultWording, UploadFailure } from './upload-faults.ts'

// This file brings the protocol's library: it is loaded when the first upload begins.

export interface TransferPlan {
  file: File
  kind: AttachmentKind
  name: string
  fingerprint: string
  /** Id of the upload to continue; absent: a new one. */
  attachmentId?: string
}

export interface TransferHooks {
  /** The server knows of it under this id. */
  onBegun(attachmentId: string): void
  onProgress(sentBytes: number): void
  /** The network is away; it is tried again by itself. */
  onWaiting(): void
  onDone(attachmentId: string): void
  onFailed(failure: UploadFailure): void
}

export interface Transfer {
  pause(): void
  resume(): void
  /** Ends it for good, here and on the server. */
  cancel(): Promise<void>
}

/** Small enough for a slow line within the server's patience, large enough not to be noticed on a fast one. */
const pieceBytes = 4 * 1024 * 1024

/** From a blink to half a minute, and then for hours: a closed laptop is opened again. */
const pausesMs = [300, 1000, 2000, 5000, 10_000, ...Array.from({ length: 500 }, () => 30_000)]

export async function startTransfer(plan: TransferPlan, hooks: TransferHooks): Promise<Transfer> {
  let token = await csrfToken(false)
  let isRunning = true

  class WithToken extends DefaultHttpStack {
    override createRequest(method: string, url: string): HttpRequest {
      return super.createRequest(method, `${url}?${wireNames.csrf}=${encodeURIComponent(token)}`)
    }
  }

  const upload = new Upload(plan.file, {
    endpoint: resumableUploadPath,
    uploadUrl: plan.attachmentId ? `${resumableUploadPath}/${plan.attachmentId}` : null,
    chunkSize: pieceBytes,
    retryDelays: pausesMs,
    metadata: { kind: plan.kind, name: plan.name, fingerprint: plan.fingerprint },
    storeFingerprintForResuming: false,
    httpStack: new WithToken({}),
    onUploadUrlAvailable: () => hooks.onBegun(idIn(upload)),
    onProgress: (sent) => isRunning && hooks.onProgress(sent),
    onShouldRetry(error) {
      const status = statusOf(error)
      const isStale = codeOf(error) === 'csrf_invalid'
      if (isStale) {
        csrfToken(true).then((fresh) => {
          token = fresh
        })
        return true
      }
      const isPassing = status === 0 || status === 409 || status === 423 || (status >= 500 && status !== 507)
      if (isPassing) hooks.onWaiting()
      return isPassing
    },
    onError(error) {
      stop()
      const code = error instanceof DetailedError ? codeOf(error) : undefined
      hooks.onFailed(new UploadFailure(faultWording(code)))
    },
    onSuccess() {
      stop()
      hooks.onDone(idIn(upload))
    },
  })

  function stop(): void {
    isRunning = false
    window.removeEventListener('online', goOn)
  }

  function goOn(): void {
    if (isRunning) upload.abort().then(() => isRunning && upload.start())
  }

  // as soon as there is a network again, not when the next try would have been due
  window.addEventListener('online', goOn)
  upload.start()

  return {
    pause() {
      isRunning = false
      void upload.abort()
    },
    resume() {
      isRunning = true
      upload.start()
    },
    async cancel() {
      stop()
      await upload.abort(true)
    },
  }
}

function idIn({ url }: Upload): string {
  return new URL(url ?? '', window.location.href).pathname.split('/').at(-1) ?? ''
}

/** 0 when no answer came. */
function statusOf(error: DetailedError): number {
  return error.originalResponse?.getStatus() ?? 0
}

function codeOf(error: DetailedError): string | undefined {
  try {
    return (JSON.parse(error.originalResponse?.getBody() ?? '') as { code?: string }).code
  } catch {
    return undefined
  }
}
