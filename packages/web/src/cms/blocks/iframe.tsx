import { useMessages } from '#kit/messages.tsx'
import { FramedPage } from '../framed-page.tsx'
import { ToEditor } from '../page-blocks.tsx'
import type { BlockProps } from '../page-context.ts'

/** A page of another site. */
export function IframeBlock({ block: { fields } }: BlockProps<'iframe'>) {
  const t = useMessages()
  const { title, src, height } = fields
  if (src === '') return <ToEditor>{t('cms.block_empty')}</ToEditor>
  return <FramedPage src={src} title={title || t('cms.kind_iframe')} height={height} />
}
