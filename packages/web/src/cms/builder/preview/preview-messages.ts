import type { CmsContent } from '@lantern/contract/cms/wire.ts'

// What the builder and the page in its preview say to each other. Each of them listens to the other alone: same origin,
// and the window it knows.

/** Where the page of the preview is. */
export const previewPath = '/creator/pages/preview'

export type ToPreview = { lantern: 'preview'; content: CmsContent | null; selected: string | null }
export type FromPreview =
  | { lantern: 'preview'; says: 'ready' }
  | { lantern: 'preview'; says: 'select'; blockId: string }

export function isToPreview(data: unknown): data is ToPreview {
  return isOurs(data) && 'content' in data && 'selected' in data
}

export function isFromPreview(data: unknown): data is FromPreview {
  return (
    isOurs(data) && 'says' in data && (data.says === 'ready' || ('blockId' in data && typeof data.blockId === 'string'))
  )
}

function isOurs(data: unknown): data is { lantern: 'preview' } {
  return typeof data === 'object' && data !== null && 'lantern' in data && data.lantern === 'preview'
}

/** Only from the window one speaks with, and only when it is of this site. */
export function isFrom(event: MessageEvent, other: Window | null | undefined): boolean {
  return event.origin === window.location.origin && other != null && event.source === other
}
