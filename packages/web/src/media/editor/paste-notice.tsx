import { richLimits } from '@lantern/contract/media/rich-schema.ts'
import { useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { XIcon } from '#ui/icons.tsx'
import styles from './editor.module.css'
import type { PasteNotice } from './paste.ts'

type MarkdownNotice = Extract<PasteNotice, { kind: 'markdown' }>

type PasteNoticeBarProps = {
  notice: PasteNotice | null
  onClose: () => void
  convert: (notice: MarkdownNotice) => Promise<void>
}

/** What became of a paste, where it was not simply taken. */
export function PasteNoticeBar({ notice, onClose, convert }: PasteNoticeBarProps) {
  const t = useMessages()
  const [busy, setBusy] = useState(false)
  const words = () => {
    if (!notice) return ''
    if (notice.kind === 'too_large') {
      return t('editor.paste_too_large', { characters: notice.characters, limit: richLimits.text })
    }
    if (notice.kind === 'pictures_lost') return t('editor.paste_pictures_lost', { count: notice.count })
    return t(notice.kind === 'markdown' ? 'editor.paste_markdown' : 'editor.paste_no_pictures')
  }
  const start = async (found: MarkdownNotice) => {
    setBusy(true)
    await convert(found)
    setBusy(false)
  }
  return (
    <div role="status" className={notice ? styles.notice : undefined}>
      {notice && (
        <>
          <p className={styles.noticeWords}>{words()}</p>
          {notice.kind === 'markdown' && (
            <Button size="s" busy={busy} onClick={() => start(notice)}>
              {t('editor.paste_as_markdown')}
            </Button>
          )}
          <IconButton theme="quiet" size="s" label={t('kit.close')} icon={<XIcon />} onClick={onClose} />
        </>
      )}
    </div>
  )
}
