import { pathIn } from '@lantern/contract/campus-variant.ts'
import { object } from '@lantern/contract/endpoint.ts'
import { editLink } from '@lantern/contract/links.ts'
import { Type } from 'typebox'
import { notificationKind } from '#notifications/index.ts'

/** A package was taken in: its author may have gone on with something else meanwhile. */
export const importFinished = notificationKind({
  name: 'import_finished',
  group: 'creating',
  icon: 'upload',
  label: 'authoring.import_finished',
  hint: 'authoring.import_finished_hint',
  channels: { site: 'now', mail: 'off', push: 'now' },
  required: [],
  isUrgent: false,
  payload: object({ items: Type.Integer(), isCampus: Type.Boolean() }),
  write: ({ payload: { items, isCampus }, count, item }, { t }) => ({
    title: t('authoring.imports_finished', { count }),
    body: item?.title ?? t('authoring.import_items', { count: items }),
    path: item ? editLink(item, { campus: isCampus }) : pathIn('/creator/dashboard', isCampus),
  }),
})
