// What may be uploaded. Pure: the page says it before a file is chosen, the server holds to it.

/** What an upload is for: decides which types it may have, how large it may be and what is made of it. */
export const attachmentKinds = ['image', 'video', 'caption', 'material', 'asset', 'webgl', 'package'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

/** Uploading, then waiting for or in the making of what pages show, then ready, or refused with its reason. */
export const attachmentStates = ['uploading', 'processing', 'ready', 'failed'] as const
export type AttachmentState = (typeof attachmentStates)[number]

/** Where the resumable protocol is spoken. */
export const resumableUploadPath = '/api/learn/attachment/resumable'

const gigabyte = 1024 ** 3
const largeKinds: readonly AttachmentKind[] = ['video', 'webgl', 'asset', 'package']

/** What an upload is refused with, before or after it came. */
export type UploadFault =
  | 'upload_forbidden_type'
  | 'upload_attachment_too_large_1G'
  | 'upload_attachment_too_large_3G'
  | 'upload_too_large_for_learners'
  | 'upload_invalid_file'

/** What people upload who are no authors: for their submissions, and as teachers of an organisation. */
export const learnerKinds: readonly AttachmentKind[] = ['image', 'video', 'webgl', 'package']
export const learnerFileBytes = 200 * 1024 ** 2

export function mostBytes(kind: AttachmentKind): number {
  return largeKinds.includes(kind) ? 3 * gigabyte : gigabyte
}

export function oversizeFault(kind: AttachmentKind): UploadFault {
  return largeKinds.includes(kind) ? 'upload_attachment_too_large_3G' : 'upload_attachment_too_large_1G'
}

/** Endings by kind; null: everything that is not forbidden. */
const endings: Record<AttachmentKind, readonly string[] | null> = {
  image: ['png', 'jpg', 'jpeg', 'webp', 'gif', 'avif', 'svg'],
  video: ['mp4', 'm4v', 'mov', 'webm', 'mkv', 'avi', 'mpg', 'mpeg', 'ts', 'm2ts', 'ogv', 'flv', 'wmv', '3gp'],
  caption: ['srt', 'vtt'],
  webgl: ['zip'],
  // a course structure of cmi5 may come without an archive
  package: ['zip', 'xml'],
  material: null,
  asset: null,
}

/** Programs, and documents that run as a page when they are opened. A project may hold them inside an archive. */
const forbiddenEndings: readonly string[] = (
  'exe msi msix com scr bat cmd pif cpl lnk reg ps1 psm1 vb vbs vbe wsf wsh hta jar dll sys app command ' +
  'html htm xhtml xht shtml mht mhtml svg svgz xml xsl js mjs swf php jsp asp aspx'
).split(' ')

/** The ending of a name in small letters, without the dot; empty where it has none. */
export function endingOf(name: string): string {
  return /[^.]\.([^./\\]{1,20})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** The endings that can be chosen; null when a kind takes nearly everything. */
export function endingsOf(kind: AttachmentKind): readonly string[] | null {
  return endings[kind]
}

export function isAllowedEnding(kind: AttachmentKind, name: string): boolean {
  const allowed = endings[kind]
  if (allowed) return allowed.includes(endingOf(name))
  // what is nothing but an ending runs by it all the same, and dots and spaces behind one are lost when it is saved
  return !forbiddenEndings.includes(endingOf(`_${name.replace(/[. ]+$/, '')}`))
}

/** Why a file of this name and size cannot be taken, before a byte of it is sent; null when it can be tried. */
export function faultBefore(file: { kind: AttachmentKind; name: string; byteSize: number }): UploadFault | null {
  if (!isAllowedEnding(file.kind, file.name)) return 'upload_forbidden_type'
  if (file.byteSize > mostBytes(file.kind)) return oversizeFault(file.kind)
  return file.byteSize > 0 ? null : 'upload_invalid_file'
}

/** The same for a person who is no author. */
export function learnerFaultBefore(file: { kind: AttachmentKind; name: string; byteSize: number }): UploadFault | null {
  if (!learnerKinds.includes(file.kind)) return 'upload_forbidden_type'
  return file.byteSize > learnerFileBytes ? 'upload_too_large_for_learners' : faultBefore(file)
}

/** What a file is for when nobody says so. `.ts` is a source far more often than a film. */
export function likelyKind(name: string): AttachmentKind {
  if (endingOf(name) === 'ts') return 'material'
  return (['image', 'video', 'caption'] as const).find((kind) => isAllowedEnding(kind, name)) ?? 'material'
}

/** The address under which a file is downloaded. */
export function attachmentUrl(id: string, name: string): string {
  return `/media/attachments/${id}/${encodeURIComponent(name)}`
}
