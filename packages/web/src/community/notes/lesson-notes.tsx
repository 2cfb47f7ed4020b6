import type { NoteMoment, NoteQuote } from '@lantern/contract/community/notes.ts'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { useMessages } from '#kit/messages.tsx'
import { useStartSignIn } from '#kit/require-login.tsx'
import { useSessionInActs } from '#kit/session.tsx'
import { playFrom } from '#media/index.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { HighlighterIcon, StickyNoteIcon } from '#ui/icons.tsx'
import { useMarginPlaces } from './margin-places.ts'
import { NoteForm } from './note-form.tsx'
import {
  filmOf,
  momentIn,
  type NotedLesson,
  type NotedStep,
  notedLesson,
  type PlacedNote,
  placeNotes,
} from './note-places.ts'
import { NoteToolbar } from './note-toolbar.tsx'
import { NoteView } from './note-view.tsx'
import styles from './notes.module.css'
import { PublicNotes } from './public-notes.tsx'
import { type ShownNote, useNotes } from './use-notes.ts'
import { besideOf, useSelectedText } from './use-selected-text.ts'

export interface LessonNotesProps {
  itemId: string
  /** The steps are inside. */
  within: RefObject<HTMLElement | null>
}

/** The form that is open, and where. */
interface Writing {
  step: NotedStep
  at: HTMLElement
  note: ShownNote | null
  quote?: NoteQuote | undefined
  moment?: NoteMoment | undefined
}

/** A learner's own notes and highlights in a lesson, and how they are made. */
export function LessonNotes({ itemId, within }: LessonNotesProps) {
  const t = useMessages()
  const { user } = useSessionInActs()
  const startSignIn = useStartSignIn()
  const [{ steps, toggle }, setLesson] = useState<NotedLesson>(noLesson)
  const { notes: all, publicCounts, add, change, remove } = useNotes(itemId, user?.id ?? null)
  const [isShown, setShown] = useState(true)
  const notes = useMemo(() => (isShown ? all : []), [isShown, all])
  const [writing, setWriting] = useState<Writing | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [selected, endSelection] = useSelectedText(user ? steps : noLesson.steps)
  useEffect(() => {
    if (within.current) setLesson(notedLesson(within.current))
  }, [within])
  const placed = usePlacedNotes(steps, notes)
  useMarginPlaces(within, placed)
  useChosenMark(within, setChosen)

  const stepOf = (note: ShownNote) => steps.find(({ id }) => id === note.sectionId)
  const edit = (note: ShownNote) => {
    const step = stepOf(note)
    setChosen(null)
    if (step) setWriting({ step, at: placed.get(note.pageId)?.holder ?? step.tail, note })
  }
  const save = ({ step, note, quote }: Writing) => {
    return (words: { content: string; isPublic: boolean; moment?: NoteMoment }) =>
      note ? change(note, words) : add({ sectionId: step.id, ...words, ...(quote && { quote }) })
  }
  const view = (note: ShownNote) => {
    const film = note.moment && stepOf(note)?.prose && filmOf(stepOf(note)?.prose as HTMLElement, note.moment)
    const video = film?.querySelector('video')
    return (
      <NoteView
        key={note.pageId}
        note={note}
        isChanged={note.quote !== null && !placed.has(note.pageId)}
        onEdit={() => edit(note)}
        onRemove={() => void remove(note)}
        onPlay={note.moment && video ? () => playFrom(video, note.moment?.second ?? 0) : undefined}
      />
    )
  }
  const chosenNote = notes.find(({ pageId }) => pageId === chosen)
  return (
    <>
      {steps.map((step) =>
        createPortal(
          <Button
            theme="quiet"
            icon={<StickyNoteIcon className="icon-s" />}
            onClick={() =>
              user ? setWriting({ step, at: step.tail, note: null, moment: momentIn(step) }) : startSignIn()
            }
          >
            {t('community.write_note')}
          </Button>,
          step.act,
          step.id,
        ),
      )}
      {steps.map((step) =>
        createPortal(
          <>
            {notes.filter((note) => note.sectionId === step.id && !placed.has(note.pageId)).map(view)}
            {(publicCounts[step.id] ?? 0) > 0 && <PublicNotes sectionId={step.id} count={publicCounts[step.id] ?? 0} />}
          </>,
          step.tail,
          step.id,
        ),
      )}
      {byHolder(notes, placed).map(({ holder, key, own }) =>
        createPortal(
          <div className={styles.beside} data-note-beside="">
            {own.map(view)}
          </div>,
          holder,
          key,
        ),
      )}
      {notes.map((note) => {
        const end = placed.get(note.pageId)?.end
        if (!end) return null
        const label = t('community.highlight_of', { text: note.quote?.exact.slice(0, 60) ?? '' })
        return createPortal(
          <button type="button" className={styles.end} aria-label={label} onClick={() => setChosen(note.pageId)} />,
          end,
          note.pageId,
        )
      })}
      {writing &&
        createPortal(
          <NoteForm
            key={writing.note?.pageId ?? writing.step.id}
            draft={`${writing.step.id}:${writing.note?.id ?? ''}`}
            given={writing.note ?? undefined}
            moment={writing.moment}
            onSave={save(writing)}
            onDelete={writing.note ? () => void remove(writing.note as ShownNote) : undefined}
            onClose={() => setWriting(null)}
          />,
          writing.at,
          'form',
        )}
      {selected &&
        !writing &&
        createPortal(
          <NoteToolbar
            at={selected.at}
            onHighlight={() => {
              const { stepId, quote } = selected
              endSelection()
              void add({ sectionId: stepId, content: '', isPublic: false, quote })
            }}
            onWrite={() => {
              const step = steps.find(({ id }) => id === selected.stepId)
              endSelection()
              if (step) setWriting({ step, at: selected.holder, note: null, quote: selected.quote })
            }}
            onClose={endSelection}
          />,
          selected.holder,
          'selection',
        )}
      {chosenNote &&
        !selected &&
        !writing &&
        createPortal(
          <NoteToolbar
            at={placeOfMark(within, chosenNote.pageId, placed)}
            focused
            onWrite={chosenNote.waiting ? undefined : () => edit(chosenNote)}
            isWritten={chosenNote.content !== ''}
            onRemove={() => {
              setChosen(null)
              void remove(chosenNote)
            }}
            onClose={() => setChosen(null)}
          />,
          placed.get(chosenNote.pageId)?.holder ?? document.body,
          'chosen',
        )}
      {toggle &&
        all.length > 0 &&
        createPortal(
          <IconButton
            theme="bare"
            pressed={isShown}
            label={t('community.show_notes', { count: all.length })}
            icon={<HighlighterIcon />}
            onClick={() => setShown(!isShown)}
          />,
          toggle,
        )}
    </>
  )
}

const noLesson: NotedLesson = { steps: [], toggle: null }

/** Marks again only when there are other notes: new words of a note move nothing. */
function usePlacedNotes(steps: readonly NotedStep[], notes: readonly ShownNote[]): ReadonlyMap<string, PlacedNote> {
  const [placed, setPlaced] = useState<ReadonlyMap<string, PlacedNote>>(new Map())
  const [marked, setMarked] = useState(notes)
  if (idsOf(marked) !== idsOf(notes)) setMarked(notes)
  useLayoutEffect(() => setPlaced(placeNotes(steps, marked)), [steps, marked])
  return placed
}

function idsOf(notes: readonly ShownNote[]): string {
  return notes.map(({ pageId }) => pageId).join(' ')
}

/** A press on a highlight chooses it; a press elsewhere ends that. */
function useChosenMark(within: RefObject<HTMLElement | null>, choose: (pageId: string | null) => void): void {
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest('[data-note-part]')) return
      const mark = target.closest<HTMLElement>('mark[data-note]')
      const isReading = document.getSelection()?.isCollapsed !== false && !target.closest('a, button')
      choose(mark && isReading && within.current?.contains(mark) ? (mark.dataset.note ?? null) : null)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [within, choose])
}

function placeOfMark(within: RefObject<HTMLElement | null>, id: string, placed: ReadonlyMap<string, PlacedNote>) {
  const holder = placed.get(id)?.holder
  const marks = within.current?.querySelectorAll(`mark[data-note="${CSS.escape(id)}"]`)
  const last = marks?.item(marks.length - 1)
  return holder && last ? besideOf(holder, [...last.getClientRects()].at(-1)) : { left: 0, top: 0 }
}

/** The notes with words that stand in the same place. */
function byHolder(notes: readonly ShownNote[], placed: ReadonlyMap<string, PlacedNote>) {
  const found = new Map<HTMLElement, ShownNote[]>()
  for (const note of notes) {
    const holder = placed.get(note.pageId)?.holder
    if (holder && note.content !== '') found.set(holder, [...(found.get(holder) ?? []), note])
  }
  return [...found].map(([holder, own]) => ({ holder, own, key: own[0]?.pageId ?? '' }))
}
