import type { ErrorCode } from '@lantern/contract/errors.ts'
import type { MessageKey } from '#kit/messages.tsx'

const wordings: Partial<Record<ErrorCode, MessageKey>> = {
  upload_forbidden_type: 'upload_forbidden_type',
  upload_attachment_too_large_1G: 'upload_attachment_too_large_1G',
  upload_attachment_too_large_3G: 'upload_attachment_too_large_3G',
  upload_too_large_for_learners: 'upload_too_large_for_learners',
  upload_invalid_file: 'upload_invalid_file',
  upload_too_many_pixels: 'upload_too_many_pixels',
  upload_quota_exceeded: 'upload_quota_exceeded',
  upload_disk_full: 'upload_disk_full',
  login_required: 'media.upload_signed_out',
  forbidden: 'media.upload_no_right',
  rate_limited: 'media.upload_too_many',
  not_found: 'media.upload_gone',
  conflict: 'media.upload_gone',
}

/** The words for a refusal of the server, by its code. */
export function faultWording(code: string | undefined): MessageKey {
  return wordings[code as ErrorCode] ?? 'media.upload_failed'
}

/** What went wrong with an upload, by the key of its words. */
export class UploadFailure extends Error {
  readonly wording: MessageKey

  constructor(wording: MessageKey) {
    super(wording)
    this.wording = wording
  }
}
