import type { SubmissionType } from '@lantern/contract/catalog/item-types.ts'
import { fileKindsOf, submissionFilesMost } from '@lantern/contract/community/submission-rules.ts'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { BuildOptions, DropZone, followUploads, UploadList, uploads, useUploads } from '#media/index.ts'
import { IconButton } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { XIcon } from '#ui/icons.tsx'
import styles from './submissions.module.css'
import type { ChosenFile } from './use-submission-draft.ts'

interface ChosenFilesProps {
  type: SubmissionType
  files: readonly ChosenFile[]
  error: string | undefined
  onChange: (change: (files: readonly ChosenFile[]) => ChosenFile[]) => void
  /** Whether uploads of this form are still on their way. */
  onBusy: (isBusy: boolean) => void
}

/** The files of a submission: uploads that go on after a lost network, and join the list once they are checked. */
export function ChosenFiles({ type, files, error, onChange, onBusy }: ChosenFilesProps) {
  const t = useMessages()
  const [keys, setKeys] = useState<ReadonlySet<number>>(new Set())
  const entries = useUploads().filter(({ key }) => keys.has(key))
  const isBusy = entries.some(({ state }) => state !== 'failed')
  const latest = useRef({ onChange, onBusy })
  useEffect(() => {
    latest.current = { onChange, onBusy }
  })
  useEffect(() => latest.current.onBusy(isBusy), [isBusy])
  useEffect(() => {
    const done = entries.filter(({ state }) => state === 'done')
    if (done.length === 0) return
    for (const { key } of done) uploads.dismiss(key)
    const came = done.flatMap(({ attachmentId: id, name }) => (id === null ? [] : [{ id, name }]))
    latest.current.onChange((before) => [...before, ...came].slice(0, submissionFilesMost))
  }, [entries])
  const isMaking = entries.some(({ state }) => state === 'processing')
  useEffect(() => (isMaking ? followUploads() : undefined), [isMaking])
  return (
    <section aria-labelledby="submission-files" className={styles.chosen}>
      <h2 id="submission-files" className={styles.small}>
        {t('community.submission_files')}
      </h2>
      {files.length > 0 && (
        <ul className={styles.chosen}>
          {files.map(({ id, name }) => (
            <li key={id}>
              <div className={styles.file}>
                <span className="grow clip-1">{name}</span>
                <IconButton
                  theme="bare"
                  label={t('community.submission_remove', { name })}
                  icon={<XIcon />}
                  onClick={() => onChange((before) => before.filter((file) => file.id !== id))}
                />
              </div>
              {type === 'webgl' && /\.zip$/i.test(name) && <BuildOptions attachmentId={id} />}
            </li>
          ))}
        </ul>
      )}
      <UploadList entries={entries} />
      {files.length + entries.length < submissionFilesMost && (
        <DropZone
          inForm
          kinds={fileKindsOf(type)}
          help={t(type === 'webgl' ? 'community.submission_files_webgl' : 'community.submission_files_media', {
            most: submissionFilesMost,
          })}
          onAdded={(added) => setKeys((before) => new Set([...before, ...added.map(({ key }) => key)]))}
        />
      )}
      {error && <FieldError>{error}</FieldError>}
    </section>
  )
}
