import type { Attachment } from '@lantern/contract/media/attachments.ts'
import type { MessageKey } from '#kit/messages.tsx'

export const kindNames = {
  image: 'media.kind_image',
  video: 'media.kind_video',
  caption: 'media.kind_caption',
  material: 'media.kind_material',
  asset: 'media.kind_asset',
  webgl: 'media.kind_webgl',
  package: 'media.kind_package',
} as const satisfies Record<Attachment['kind'], MessageKey>

/** What may be uploaded as what, in words, before a file is chosen. */
export const kindHelps = {
  auto: 'media.help_auto',
  image: 'media.help_image',
  video: 'media.help_video',
  caption: 'media.help_caption',
  material: 'media.help_material',
  asset: 'media.help_asset',
  webgl: 'media.help_webgl',
  package: 'media.help_package',
} as const satisfies Record<Attachment['kind'] | 'auto', MessageKey>
