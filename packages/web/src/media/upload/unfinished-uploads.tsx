import type { Attachment } from '@lantern/contract/media/attachments.ts'
import { endingsOf, resumableUploadPath } from '@lantern/contract/media/upload-rules.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import { useRef, useState } from 'react'
import { csrfToken } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { Trash2Icon, UploadIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { toast } from '#ui/toast.ts'
import styles from './upload-list.module.css'
import { uploads } from './uploads.ts'

type UnfinishedUploadsProps = {
  /** What the server keeps of uploads that stopped, without those that go on in this tab. */
  unfinished: readonly Attachment[]
  onChanged: () => void
}

/** Uploads that a closed tab or another device left behind: the same file, chosen again, goes on where it stopped. */
export function UnfinishedUploads({ unfinished, onChanged }: UnfinishedUploadsProps) {
  const t = useMessages()
  if (unfinished.length === 0) return null
  return (
    <Panel as="section" padded={false} aria-label={t('media.unfinished_title')}>
      <div className={styles.head}>
        <h2>{t('media.unfinished_title')}</h2>
        <p className="small muted">{t('media.unfinished_help')}</p>
      </div>
      <ul className={styles.list}>
        {unfinished.map((one) => (
          <UnfinishedRow key={one.id} unfinished={one} onChanged={onChanged} />
        ))}
      </ul>
    </Panel>
  )
}

function UnfinishedRow({ unfinished, onChanged }: { unfinished: Attachment; onChanged: () => void }) {
  const t = useMessages()
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [isOther, setIsOther] = useState(false)
  const { id, name, kind, byteSize, progress } = unfinished
  const size = format.fileSize(byteSize)
  const goOn = async (file: File) => {
    setIsOther(!(await uploads.goOn(unfinished, file)))
  }
  const giveUp = async () => {
    const address = `${resumableUploadPath}/${id}?${wireNames.csrf}=${encodeURIComponent(await csrfToken(false))}`
    const answer = await fetch(address, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } }).catch(() => null)
    if (answer?.ok || answer?.status === 404) onChanged()
    else toast({ tone: 'bad', text: t('media.upload_failed') })
  }
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <strong className="clip-1">{name}</strong>
        <span className="small muted num">{size}</span>
        <ProgressBar className={styles.bar} label={t('media.upload_progress_of', { name })} percent={progress} full />
        {isOther && <FieldError>{t('media.not_same_file', { name, size })}</FieldError>}
      </div>
      <div className={styles.acts}>
        <input
          ref={input}
          type="file"
          hidden
          data-continue={id}
          accept={endingsOf(kind)
            ?.map((ending) => `.${ending}`)
            .join(',')}
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (!file) return
            void goOn(file)
            event.target.value = ''
          }}
        />
        <Button
          size="s"
          icon={<UploadIcon />}
          aria-label={t('media.continue_of', { name })}
          onClick={() => input.current?.click()}
        >
          {t('media.continue_upload')}
        </Button>
        <IconButton
          theme="bare"
          label={t('media.give_up_of', { name })}
          icon={<Trash2Icon />}
          onClick={() => void giveUp()}
        />
      </div>
    </li>
  )
}
