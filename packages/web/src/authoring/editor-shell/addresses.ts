import type { EditedType } from '@lantern/contract/authoring/forms.ts'
import { contentLink, type Linked } from '@lantern/contract/links.ts'

export function dashboardLink(campus: boolean, type?: EditedType): string {
  return `${campus ? '/campus' : ''}/creator/dashboard${type && type !== 'tutorial' ? `?t=${type}` : ''}`
}

export function newLink(type: EditedType, campus: boolean): string {
  return `${campus ? '/campus' : ''}/${type}/0/new`
}

export function isNewAddress(path: string): boolean {
  return path.endsWith('/0/new')
}

/** Where learners read it; null for what belongs to the campus, which has no pages for its learners yet. */
export function readerLink(
  item: Linked,
  { campus, locale, preview }: { campus: boolean; locale: string; preview?: boolean },
): string | null {
  return campus ? null : contentLink(item, { locale, preview })
}
