import type { deleteNote, Note, NoteList } from '@lantern/contract/community/notes.ts'
import { useState } from 'react'
import { Form, useRevalidator } from 'react-router'
import { useCardAddress } from '#catalog/index.ts'
import { BeyondLastPage } from '#kit/beyond-last-page.tsx'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useFormat } from '#kit/format.ts'
import { useHydrated } from '#kit/hydrated.ts'
import { useMessages } from '#kit/messages.tsx'
import { usePageWords } from '#kit/page-words.ts'
import { clockText } from '#media/index.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton, LinkButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DownloadIcon, SearchIcon, Trash2Icon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import styles from './my-notes.module.css'
import { NoteWordsView } from './note-view.tsx'
import noteStyles from './notes.module.css'

interface MyNotesProps {
  list: NoteList
  personId: string
  /** What was looked for. */
  k: string
}

/** All of one's own notes, newest first, by item: to look through, to find again and to take away. */
export function MyNotes({ list, personId, k }: MyNotesProps) {
  const t = useMessages()
  const pageWords = usePageWords()
  const path = `/u/${personId}`
  const addressOf = (page: number) => {
    const search = new URLSearchParams({ tab: 'notes', ...(k && { k }), ...(page > 1 && { page: String(page - 1) }) })
    return `${path}?${search}`
  }
  const isEmpty = list.total === 0 && k === ''
  return (
    <section aria-label={t('community.notes')} className={styles.notes}>
      {!isEmpty && (
        <div className={styles.head}>
          <Form
            method="get"
            action={path}
            role="search"
            aria-label={t('community.search_notes')}
            className={styles.search}
          >
            <input type="hidden" name="tab" value="notes" />
            <TextField
              label={t('community.search_notes')}
              labelHidden
              placeholder={t('community.search_notes')}
              type="search"
              name="k"
              key={k}
              defaultValue={k}
              maxLength={100}
              before={<SearchIcon className="icon-s" />}
            />
            <Button type="submit">{t('community.search')}</Button>
          </Form>
          <LinkButton
            to="/api/learn/cn/note/export"
            download="notes.md"
            icon={<DownloadIcon className="icon-s" />}
            className={styles.export}
          >
            {t('community.export_notes')}
          </LinkButton>
        </div>
      )}
      {list.results.length === 0 && list.total > 0 ? (
        <BeyondLastPage to={addressOf(1)} />
      ) : list.results.length === 0 ? (
        <EmptyState
          title={t(isEmpty ? 'community.no_notes_title' : 'community.none_found_title')}
          actions={
            <LinkButton theme="primary" to={isEmpty ? '/tutorials' : `${path}?tab=notes`}>
              {t(isEmpty ? 'learning.browse_tutorials' : 'community.all_notes')}
            </LinkButton>
          }
        >
          <p>{t(isEmpty ? 'community.no_notes_text' : 'community.none_found_text')}</p>
        </EmptyState>
      ) : (
        <>
          <p className="muted small">{t('community.note_count', { count: list.total })}</p>
          {byItem(list).map(([itemId, notes]) => (
            <ItemNotes key={`${itemId} ${notes[0]?.id}`} item={list.itemMap[itemId]} notes={notes} />
          ))}
        </>
      )}
      <Pagination
        {...pageWords}
        page={list.page + 1}
        pageCount={Math.ceil(list.total / list.pageSize)}
        toOf={addressOf}
      />
    </section>
  )
}

function byItem({ results, noteMap }: NoteList): [string, Note[]][] {
  const found = new Map<string, Note[]>()
  for (const id of results) {
    const note = noteMap[id]
    if (note) found.set(note.itemId, [...(found.get(note.itemId) ?? []), note])
  }
  return [...found]
}

function ItemNotes({ item, notes }: { item: NoteList['itemMap'][string] | undefined; notes: readonly Note[] }) {
  const t = useMessages()
  const addressOf = useCardAddress()
  return (
    <section className={styles.item}>
      <h2 className={styles.title} lang={item?.language}>
        {item ? <TextLink to={addressOf(item)}>{item.title}</TextLink> : t('community.note_item_hidden')}
      </h2>
      <ul className={styles.list}>
        {notes.map((note) => (
          <NoteRow key={note.id} note={note} to={item && note.anchor ? addressOf(item, { step: note.anchor }) : null} />
        ))}
      </ul>
    </section>
  )
}

function NoteRow({ note, to }: { note: Note; to: string | null }) {
  const t = useMessages()
  const format = useFormat()
  return (
    <li className={styles.row}>
      <div className={noteStyles.foot}>
        {to ? (
          <TextLink to={to}>{note.stepTitle}</TextLink>
        ) : (
          <span>
            {note.stepTitle}
            {note.sectionId === null && <Badge>{t('community.step_gone')}</Badge>}
          </span>
        )}
        {note.moment && <span className="num">{clockText(note.moment.second)}</span>}
        {note.isPublic && <Badge>{t('community.note_public')}</Badge>}
        <time className="num" dateTime={note.createdTime}>
          {format.dateTime(note.createdTime)}
        </time>
        <DeleteButton note={note} />
      </div>
      {note.quote && (
        <blockquote className={styles.quote}>
          <mark>{note.quote.exact}</mark>
        </blockquote>
      )}
      <NoteWordsView note={note} />
    </li>
  )
}

/** Asks once: the step that the note was on may be gone, so that it could not be written again. */
function DeleteButton({ note }: { note: Note }) {
  const t = useMessages()
  const isScripted = useHydrated()
  const { revalidate } = useRevalidator()
  const [isAsking, setAsking] = useState(false)
  if (!isScripted) return null
  const remove = async () => {
    try {
      await call<typeof deleteNote>('POST /api/learn/cn/note/delete', { body: { id: note.id } })
      toast({ tone: 'good', text: t('community.note_deleted') })
      setAsking(false)
      await revalidate()
    } catch (error) {
      toastFailure(error, t)
    }
  }
  return (
    <>
      <IconButton
        theme="bare"
        className={noteStyles.edit}
        label={t('community.delete_note_of', { step: note.stepTitle })}
        icon={<Trash2Icon className="icon-s" />}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={isAsking}
        theme="delete"
        title={t('community.delete_note_title')}
        confirmLabel={t('community.delete')}
        cancelLabel={t('community.cancel')}
        closeLabel={t('community.close')}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        <p>{note.content || note.quote?.exact}</p>
      </ConfirmDialog>
    </>
  )
}
