import { useMessages } from '#kit/messages.tsx'
import { FramedPage } from '../framed-page.tsx'
import { ToEditor } from '../page-blocks.tsx'
import { type BlockProps, useHeadingLevel } from '../page-context.ts'
import styles from './form-frame.module.css'

/** A form of another site. What is written into it never comes to us. */
export function FormFrameBlock({ block: { id, fields } }: BlockProps<'form-frame'>) {
  const t = useMessages()
  const level = useHeadingLevel(id)
  const { title, src, height } = fields
  if (src === '') return <ToEditor>{t('cms.block_empty')}</ToEditor>
  const Title = `h${level}` as const
  return (
    <div className={styles.form}>
      {title.trim() !== '' && <Title>{title}</Title>}
      <FramedPage src={src} title={title || t('cms.kind_form-frame')} height={height} />
    </div>
  )
}
