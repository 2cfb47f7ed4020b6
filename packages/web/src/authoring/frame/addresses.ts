import type { EditedType } from '@lantern/contract/authoring/forms.ts'

export function dashboardLink(campus: boolean, type?: EditedType): string {
  return `${campus ? '/campus' : ''}/creator/dashboard${type && type !== 'tutorial' ? `?t=${type}` : ''}`
}

export function newLink(type: EditedType, campus: boolean): string {
  return `${campus ? '/campus' : ''}/${type}/0/new`
}
