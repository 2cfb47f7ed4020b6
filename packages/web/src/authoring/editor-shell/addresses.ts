import type { EditedType } from '@lantern/contract/authoring/forms.ts'
import { pathIn } from '@lantern/contract/campus-variant.ts'

export function dashboardLink(campus: boolean, type?: EditedType): string {
  return `${pathIn('/creator/dashboard', campus)}${type && type !== 'tutorial' ? `?t=${type}` : ''}`
}

export function newLink(type: EditedType, campus: boolean): string {
  return pathIn(`/${type}/0/new`, campus)
}

export function isNewAddress(path: string): boolean {
  return path.endsWith('/0/new')
}
