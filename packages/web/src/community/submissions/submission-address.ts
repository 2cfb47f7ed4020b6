import { contentLink, type Linked } from '@lantern/contract/links.ts'

/** Pages of a lesson's submissions. */
export function galleryAddress({ type, slug }: Pick<Linked, 'type' | 'slug'>): string {
  return `/${type}/${encodeURIComponent(slug)}/submissions`
}

export function handInAddress({ type, slug }: Pick<Linked, 'type' | 'slug'>): string {
  return `/${type}/${encodeURIComponent(slug)}/hand-in`
}

export function peerAddress({ type, slug }: Pick<Linked, 'type' | 'slug'>): string {
  return `/${type}/${encodeURIComponent(slug)}/peer-feedback`
}

/** One submission, by the link of its item: in the locale of its reader. */
export function linkOfSubmission(item: Linked, submissionId: string, locale: string): string {
  return contentLink(item, { submissionId, locale })
}

/** For educators: what learners handed in for an item. */
export function reviewListAddress(itemId: string): string {
  return `/creator/submissions/${encodeURIComponent(itemId)}`
}
