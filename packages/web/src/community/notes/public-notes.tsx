import type { Speaker } from '@lantern/contract/community/discussion.ts'
import type { listPublicNotes, Note } from '@lantern/contract/community/notes.ts'
import { Suspense, useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { FlagIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { NoteWordsView } from './note-view.tsx'
import styles from './notes.module.css'

const ReportDialog = lazyPart(async () => ({ default: (await import('../moderation/report-dialog.tsx')).ReportDialog }))

interface Shown {
  notes: Note[]
  people: Record<string, Speaker>
  next: string | null
}

/** What others have published on the step, read when it is asked for. */
export function PublicNotes({ sectionId, count }: { sectionId: string; count: number }) {
  const t = useMessages()
  const [shown, setShown] = useState<Shown | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [asked, setAsked] = useState<Note | null>(null)
  const [reported, setReported] = useState<ReadonlySet<string>>(new Set())
  const nameOf = ({ authorId }: Note) => shown?.people[authorId]?.fullName ?? t('community.person_gone')

  async function readMore(before: Shown | null) {
    const query = { sectionId, ...(before?.next && { after: before.next }) }
    try {
      const answer = await call<typeof listPublicNotes>('GET /api/learn/cn/note/public', { query })
      const notes = answer.results.flatMap((id) => answer.noteMap[id] ?? [])
      setShown({
        notes: [...(before?.notes ?? []), ...notes],
        people: { ...before?.people, ...answer.userMap },
        next: answer.next,
      })
      setOpen(true)
    } catch (error) {
      toastFailure(error, t)
    }
  }

  return (
    <div>
      <Button
        theme="quiet"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? setOpen(false) : shown ? setOpen(true) : void readMore(null))}
      >
        {t('community.public_notes', { count })}
      </Button>
      {isOpen && shown && (
        <ul className={styles.list}>
          {shown.notes.map((note) => (
            <li key={note.id} className={styles.note}>
              <p className={styles.foot}>
                <TextLink to={`/u/${encodeURIComponent(note.authorId)}`}>{nameOf(note)}</TextLink>
                <IconButton
                  theme="bare"
                  className={styles.edit}
                  label={t(reported.has(note.id) ? 'community.reported_before' : 'community.report_note_title', {
                    name: nameOf(note),
                  })}
                  disabled={reported.has(note.id)}
                  icon={<FlagIcon className="icon-s" />}
                  onClick={() => setAsked(note)}
                />
              </p>
              {note.quote && <blockquote className={styles.quote}>{note.quote.exact}</blockquote>}
              <NoteWordsView note={note} />
            </li>
          ))}
          {shown.next && (
            <li>
              <Button theme="quiet" onClick={() => void readMore(shown)}>
                {t('community.more')}
              </Button>
            </li>
          )}
        </ul>
      )}
      {asked && (
        <Suspense>
          <ReportDialog
            target={{ id: asked.id, type: 'note' }}
            name={nameOf(asked)}
            onClose={() => setAsked(null)}
            onReported={() => setReported(new Set([...reported, asked.id]))}
          />
        </Suspense>
      )}
    </div>
  )
}
