import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { Attachment, listAttachments } from '@lantern/contract/media/attachments.ts'
import { attachmentKinds } from '@lantern/contract/media/upload-rules.ts'
import { Suspense, useEffect, useState } from 'react'
import { Form, useRevalidator } from 'react-router'
import { DashboardLink } from '#kit/dashboard-link.tsx'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { usePageWords } from '#kit/page-words.ts'
import { IconButton, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchIcon } from '#ui/icons.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { TextField } from '#ui/text-field.tsx'
import { kindNames } from '../kind-words.ts'
import { DropZone } from '../upload/drop-zone.tsx'
import { UnfinishedUploads } from '../upload/unfinished-uploads.tsx'
import { UploadList } from '../upload/upload-list.tsx'
import { uploads, useUploads } from '../upload/uploads.ts'
import { AttachmentDialog } from './attachment-dialog.tsx'
import { AttachmentTile } from './attachment-tile.tsx'
import { type LibraryChoice, libraryAddress, libraryPath } from './library-address.ts'
import styles from './media-library.module.css'
import { QuotaBar } from './quota-bar.tsx'

const LibraryPreview = lazyPart(async () => ({ default: (await import('./library-preview.tsx')).LibraryPreview }))

type Library = ResponseOf<typeof listAttachments>

export interface MediaLibraryProps {
  choice: LibraryChoice
  /** Null when the list could not be read: the page says so and offers to try again. */
  library: Library | null
  /** What did not come whole. */
  unfinished: readonly Attachment[]
}

/** How often the page looks whether what is being made has been made. */
const lookAgainMs = 3_000

/** Everything a creator has uploaded, and the place to upload more. */
export function MediaLibrary({ choice, library, unfinished }: MediaLibraryProps) {
  const t = useMessages()
  const entries = useUploads()
  const { revalidate } = useRevalidator()
  const [opened, setOpened] = useState<Attachment | null>(null)
  const [previewId, setPreviewId] = useState<string | null>(null)
  // it stays open when the list moves on without it, or cannot be read: the person may be writing in it
  const open = opened && (library?.results.find(({ id }) => id === opened.id) ?? opened)
  const arrived = entries.filter(({ attachment }) => attachment).length
  const isMaking = library?.results.some(({ state }) => state === 'processing') ?? false
  const reload = () => void revalidate()
  useEffect(() => {
    if (arrived > 0) void revalidate()
  }, [arrived, revalidate])
  useEffect(() => {
    if (library) uploads.learn(library.results)
  }, [library])
  useEffect(() => {
    if (!isMaking) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, lookAgainMs)
    return () => clearInterval(timer)
  }, [isMaking, revalidate])
  const here = new Set(entries.map(({ attachmentId }) => attachmentId))
  return (
    <div className={styles.library}>
      <div className={styles.head}>
        <div className="grow">
          <DashboardLink />
          <h1>{t('media.library_title')}</h1>
          <p className="muted">{t('media.library_lead')}</p>
        </div>
        {library && <QuotaBar usedBytes={library.usedBytes} quotaBytes={library.quotaBytes} />}
      </div>
      <DropZone />
      <UploadList entries={entries} />
      <UnfinishedUploads unfinished={unfinished.filter(({ id }) => !here.has(id))} onChanged={reload} />
      <LinkTabs
        label={t('media.kinds')}
        tabs={[null, ...attachmentKinds].map((kind) => ({
          to: libraryAddress(choice, { kind }),
          label: t(kind === null ? 'media.kind_all' : kindNames[kind]),
          current: choice.kind === kind,
        }))}
      />
      <SearchForm choice={choice} key={libraryAddress(choice)} />
      <Files choice={choice} library={library} onOpen={setOpened} />
      {open && (
        <AttachmentDialog
          attachment={open}
          onClose={() => setOpened(null)}
          onPreview={() => setPreviewId(open.id)}
          onChanged={reload}
        />
      )}
      {library && previewId && (
        <Suspense>
          <LibraryPreview attachments={library.results} startAt={previewId} onClose={() => setPreviewId(null)} />
        </Suspense>
      )}
    </div>
  )
}

function SearchForm({ choice }: { choice: LibraryChoice }) {
  const t = useMessages()
  return (
    <Form method="get" action={libraryPath} role="search" aria-label={t('media.search')} className={styles.search}>
      {choice.kind && <input type="hidden" name="kind" value={choice.kind} />}
      <TextField
        type="search"
        name="q"
        maxLength={200}
        label={t('media.search')}
        labelHidden
        placeholder={t('media.search')}
        defaultValue={choice.q}
        after={<IconButton type="submit" theme="bare" label={t('media.search')} icon={<SearchIcon />} />}
      />
    </Form>
  )
}

type FilesProps = { choice: LibraryChoice; library: Library | null; onOpen: (attachment: Attachment) => void }

function Files({ choice, library, onOpen }: FilesProps) {
  const t = useMessages()
  const pageWords = usePageWords()
  if (library === null) {
    return (
      <EmptyState
        kind="error"
        title={t('media.failed_title')}
        actions={
          <LinkButton theme="primary" to={libraryAddress(choice, { page: choice.page })}>
            {t('media.again')}
          </LinkButton>
        }
      >
        <p>{t('media.failed_text')}</p>
      </EmptyState>
    )
  }
  if (library.results.length === 0) return <NoFiles choice={choice} total={library.total} />
  return (
    <section aria-label={t('media.library_title')}>
      <p className={`muted small num ${styles.total}`} role="status">
        {t('media.total', { count: library.total })}
      </p>
      <ul className={styles.grid}>
        {library.results.map((one) => (
          <li key={one.id}>
            <AttachmentTile
              attachment={one}
              label={t('media.open_of', { name: one.name })}
              onPress={() => onOpen(one)}
            />
          </li>
        ))}
      </ul>
      <Pagination
        {...pageWords}
        className={styles.pages}
        page={choice.page}
        pageCount={Math.ceil(library.total / library.pageSize)}
        toOf={(page) => libraryAddress(choice, { page })}
      />
    </section>
  )
}

/** Nothing is there yet, nothing fits, or the page lies beyond the end. */
function NoFiles({ choice, total }: { choice: LibraryChoice; total: number }) {
  const t = useMessages()
  if (total > 0) {
    return (
      <EmptyState
        title={t('media.beyond_title')}
        actions={
          <LinkButton theme="primary" to={libraryAddress(choice)}>
            {t('media.first_page')}
          </LinkButton>
        }
      />
    )
  }
  if (choice.kind === null && choice.q === '') {
    return (
      <EmptyState title={t('media.empty_title')}>
        <p>{t('media.empty_text')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('media.none_title')}
      actions={
        <LinkButton theme="primary" to={libraryPath}>
          {t('media.clear_filters')}
        </LinkButton>
      }
    >
      <p>{t('media.none_text')}</p>
    </EmptyState>
  )
}
