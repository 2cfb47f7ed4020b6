import { type AttachmentKind, attachmentKinds } from '@lantern/contract/media/upload-rules.ts'
import { readPageNumber } from '#kit/page-number.ts'

export const libraryPath = '/creator/media'
const libraryPageSize = 24

/** What the media library shows, as its address says it. */
export interface LibraryChoice {
  kind: AttachmentKind | null
  q: string
  /** From 1. */
  page: number
}

export function readLibrary(url: URL): LibraryChoice {
  const kind = url.searchParams.get('kind')
  return {
    kind: attachmentKinds.find((known) => known === kind) ?? null,
    q: (url.searchParams.get('q') ?? '').trim().slice(0, 200),
    page: readPageNumber(url.searchParams, { first: 1 }),
  }
}

/** The address of another choice. Another filter or order begins at the first page. */
export function libraryAddress(choice: LibraryChoice, change: Partial<LibraryChoice> = {}): string {
  const { kind, q, page } = { ...choice, page: 1, ...change }
  const search = new URLSearchParams()
  if (kind) search.set('kind', kind)
  if (q) search.set('q', q)
  if (page > 1) search.set('page', String(page))
  return search.size > 0 ? `${libraryPath}?${search}` : libraryPath
}

export function libraryQuery({ kind, q, page }: LibraryChoice) {
  return { ...(kind && { kind }), ...(q && { q }), page: page - 1, pageSize: libraryPageSize }
}
