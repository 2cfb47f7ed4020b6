import type { Attachment, listAttachments } from '@lantern/contract/media/attachments.ts'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchIcon } from '#ui/icons.tsx'
import { TextField } from '#ui/text-field.tsx'
import { DropZone } from '../upload/drop-zone.tsx'
import { UploadList } from '../upload/upload-list.tsx'
import { uploads, useUploads } from '../upload/uploads.ts'
import { AttachmentTile } from './attachment-tile.tsx'
import styles from './media-picker.module.css'
import type { MediaQuestion } from './pick-media.ts'

/** Chooses one file of a kind: from what is there, or by uploading it now. */
export default function MediaPicker({ question }: { question: MediaQuestion }) {
  const t = useMessages()
  const { kind, answer } = question
  const [ownKeys, setOwnKeys] = useState<readonly number[]>([])
  const { found, fault, words, search, more, isReading } = useFiles(kind)
  const entries = useUploads().filter(({ key }) => ownKeys.includes(key))
  const choosable = found?.files.filter(
    ({ state }) => state === 'ready' || (state === 'processing' && kind === 'video'),
  )
  return (
    <Dialog
      open
      onClose={() => answer(null)}
      title={t(`media.pick_${kind}`)}
      closeLabel={t('kit.close')}
      className={styles.dialog}
    >
      <div className={styles.body}>
        <DropZone
          kind={kind}
          single
          onAdded={(added) => {
            setOwnKeys((keys) => [...keys, ...added.map(({ key }) => key)])
            for (const { key } of added) {
              // the one that was uploaded is the one that is meant; what fails says so in the list
              uploads.finished(key).then((attachment) => {
                uploads.dismiss(key)
                answer(attachment)
              }, ignoreFailure)
            }
          }}
        />
        <UploadList entries={entries} />
        <SearchField onSearch={search} />
        {fault && <EmptyState kind="error" level={3} title={fault} />}
        {choosable?.length === 0 && (
          <EmptyState level={3} title={t(words.trim() ? 'media.none_title' : 'media.empty_title')} />
        )}
        <ul className={styles.grid} aria-busy={found === null && !fault}>
          {choosable?.map((one) => (
            <li key={one.id}>
              <AttachmentTile
                attachment={one}
                label={t('media.pick_of', { name: one.name })}
                onPress={() => answer(one)}
              />
            </li>
          ))}
        </ul>
        {found && found.files.length < found.total && (
          <Button busy={isReading} onClick={more}>
            {t('media.more')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function ignoreFailure(): void {
  // shown beside the file
}

function SearchField({ onSearch }: { onSearch: (words: string) => void }) {
  const t = useMessages()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSearch(String(new FormData(event.currentTarget).get('q') ?? ''))
  }
  return (
    <form aria-label={t('media.search')} onSubmit={submit}>
      <TextField
        type="search"
        name="q"
        maxLength={200}
        label={t('media.search')}
        labelHidden
        placeholder={t('media.search')}
        after={<IconButton type="submit" theme="bare" label={t('media.search')} icon={<SearchIcon />} />}
      />
    </form>
  )
}

interface Found {
  files: readonly Attachment[]
  total: number
  page: number
}

const pageSize = 24

function useFiles(kind: Attachment['kind']) {
  const t = useMessages()
  const [words, setWords] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const read = useCallback(
    async (q: string, page: number) => {
      const query = { kind, page, pageSize, ...(q.trim() && { q: q.trim() }) }
      const { results, total } = await call<typeof listAttachments>('GET /api/learn/creator/attachment/list', { query })
      return { files: results, total, page }
    },
    [kind],
  )
  useEffect(() => {
    let isCurrent = true
    read(words, 0).then(
      (files) => {
        if (!isCurrent) return
        setFault(null)
        setFound(files)
      },
      (error) => isCurrent && setFault(failureText(error, t)),
    )
    return () => {
      isCurrent = false
    }
  }, [read, words, t])
  const [isReading, setReading] = useState(false)
  const more = async () => {
    if (!found || isReading) return
    setReading(true)
    try {
      const next = await read(words, found.page + 1)
      // other words may have been looked for since
      setFound((now) => (now === found ? { ...next, files: [...found.files, ...next.files] } : now))
    } catch (error) {
      setFault(failureText(error, t))
    } finally {
      setReading(false)
    }
  }
  return { found, fault, words, search: setWords, more: () => void more(), isReading }
}
