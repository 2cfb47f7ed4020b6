import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { CircleCheckIcon, PauseIcon, PlayIcon, RotateCcwIcon, XIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import styles from './upload-list.module.css'
import type { UploadEntry, UploadState } from './upload-queue.ts'
import { uploads } from './uploads.ts'

/** The uploads of this tab, each with how far it is, what went wrong, and what can be done about it. */
export function UploadList({ entries }: { entries: readonly UploadEntry[] }) {
  const t = useMessages()
  const over = entries.filter(({ state }) => state === 'done' || state === 'processing')
  if (entries.length === 0) return null
  return (
    <Panel as="section" padded={false} aria-label={t('media.uploads_title')}>
      <div className={styles.title}>
        <h2>{t('media.uploads_title')}</h2>
        {over.length > 0 && (
          <Button size="s" theme="quiet" onClick={() => over.forEach(({ key }) => void uploads.dismiss(key))}>
            {t('media.clear_done')}
          </Button>
        )}
      </div>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <UploadRow key={entry.key} entry={entry} />
        ))}
      </ul>
    </Panel>
  )
}

const stateWords = {
  waiting: 'media.upload_waiting',
  uploading: 'media.upload_running',
  retrying: 'media.upload_retrying',
  paused: 'media.upload_paused',
  processing: 'media.upload_processing',
  done: 'media.upload_done',
} as const satisfies Record<Exclude<UploadState, 'failed'>, string>

function UploadRow({ entry }: { entry: UploadEntry }) {
  const t = useMessages()
  const format = useFormat()
  const { name, state, percent } = entry
  const isMoving = state === 'uploading' || state === 'retrying' || state === 'paused'
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <strong className="clip-1">{name}</strong>
        <span className="small muted num">{format.fileSize(entry.byteSize)}</span>
        {isMoving && (
          <ProgressBar className={styles.bar} label={t('media.upload_progress_of', { name })} percent={percent} full />
        )}
        {state === 'failed' && entry.fault ? (
          <FieldError>{t(entry.fault)}</FieldError>
        ) : (
          <span className={`small muted num ${styles.state}`} role={state === 'uploading' ? undefined : 'status'}>
            {state === 'done' && <CircleCheckIcon className="icon-s" />}
            {state !== 'failed' && t(stateWords[state], { percent })}
          </span>
        )}
      </div>
      <UploadActs entry={entry} />
    </li>
  )
}

function UploadActs({ entry: { key, name, state } }: { entry: UploadEntry }) {
  const t = useMessages()
  const isOver = state === 'done' || state === 'processing' || state === 'failed'
  return (
    <div className={styles.acts}>
      {(state === 'uploading' || state === 'waiting' || state === 'retrying') && (
        <IconButton
          theme="bare"
          label={t('media.pause_of', { name })}
          icon={<PauseIcon />}
          onClick={() => uploads.pause(key)}
        />
      )}
      {state === 'paused' && (
        <IconButton
          theme="bare"
          label={t('media.resume_of', { name })}
          icon={<PlayIcon />}
          onClick={() => uploads.resume(key)}
        />
      )}
      {state === 'failed' && (
        <IconButton
          theme="bare"
          label={t('media.retry_of', { name })}
          icon={<RotateCcwIcon />}
          onClick={() => uploads.retry(key)}
        />
      )}
      <IconButton
        theme="bare"
        label={t(isOver ? 'media.dismiss_of' : 'media.cancel_of', { name })}
        icon={<XIcon />}
        onClick={() => (isOver ? uploads.dismiss(key) : uploads.cancel(key))}
      />
    </div>
  )
}
