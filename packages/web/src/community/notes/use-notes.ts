import { notesPerItem } from '@lantern/contract/community/note-rules.ts'
import type { deleteNote, listNotes, Note, NoteList, updateNote, writeNote } from '@lantern/contract/community/notes.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText, toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { isNetworkAway, networkBack } from '#kit/network-back.ts'
import { toast } from '#ui/toast.ts'
import { forgetNote, keepNote, keptNotes, type NewNote } from './kept-notes.ts'

export interface ShownNote extends Pick<Note, 'id' | 'sectionId' | 'content' | 'quote' | 'moment' | 'isPublic'> {
  /** Names it on the page: the same before and after the server has given the note its id. */
  pageId: string
  createdTime: string
  /** Sanitized; empty while the server has not seen it. */
  html: string
  /** Not on the server yet: it is being sent, or was refused for this reason. */
  waiting: { refusal: string | null } | null
}

export type NoteWords = Pick<Note, 'content' | 'isPublic'>
export type AddedNote = Omit<NewNote, 'key' | 'madeAt'>

const localId = (key: string) => `local-${key}`

/** One's notes on an item, oldest first, with what this device has not delivered yet. */
export function useNotes(itemId: string, userId: string | null) {
  const t = useMessages()
  const [list, setList] = useState<Pick<NoteList, 'noteMap' | 'publicCounts'>>({ noteMap: {}, publicCounts: {} })
  /** Of notes that were written on this page: their names on it. */
  const [pageIds, setPageIds] = useState<Record<string, string>>({})
  const [unsent, setUnsent] = useState<(NewNote & { refusal: string | null })[]>([])
  const isHere = useRef(true)
  const put = useCallback((note: Note) => {
    setList((before) => ({ ...before, noteMap: { ...before.noteMap, [note.id]: note } }))
  }, [])

  const drop = useCallback(
    (key: string) => {
      if (userId !== null) forgetNote(userId, itemId, key)
      setUnsent((before) => before.filter((note) => note.key !== key))
    },
    [itemId, userId],
  )

  const send = useCallback(
    async (note: NewNote) => {
      const { madeAt: _, ...sent } = note
      const { note: written } = await call<typeof writeNote>('POST /api/learn/cn/note', { body: { itemId, ...sent } })
      setPageIds((before) => ({ ...before, [written.id]: localId(note.key) }))
      put(written)
      drop(note.key)
    },
    [itemId, put, drop],
  )

  /** Sends when the network is back. What is refused then stays on this device and says why. */
  const sendLater = useCallback(
    async (note: NewNote) => {
      for (let failures = 0; isHere.current; failures++) {
        try {
          return await send(note)
        } catch (error) {
          if (!isNetworkAway(error)) {
            const refusal = failureText(error, t)
            return setUnsent((before) => before.map((one) => (one.key === note.key ? { ...one, refusal } : one)))
          }
          await networkBack(failures)
        }
      }
    },
    [send, t],
  )

  useEffect(() => {
    isHere.current = true
    if (userId === null) return
    const read = async () => {
      for (let failures = 0; isHere.current; failures++) {
        try {
          const query = { itemId, pageSize: notesPerItem }
          const { noteMap, publicCounts } = await call<typeof listNotes>('GET /api/learn/cn/note/list', { query })
          // what was written meanwhile stays
          if (isHere.current) setList((before) => ({ noteMap: { ...noteMap, ...before.noteMap }, publicCounts }))
          return
        } catch (error) {
          // the lesson is read without notes; they come when the network does
          if (!isNetworkAway(error)) return
          await networkBack(failures)
        }
      }
    }
    void read()
    const kept = keptNotes(userId, itemId)
    setUnsent(kept.map((note) => ({ ...note, refusal: null })))
    for (const note of kept) void sendLater(note)
    return () => {
      isHere.current = false
    }
  }, [itemId, userId, sendLater])

  /** Throws what the server refuses; without a network the note waits on this device. */
  const add = useCallback(
    async (added: AddedNote) => {
      if (userId === null) return
      const note: NewNote = { ...added, key: crypto.randomUUID(), madeAt: new Date().toISOString() }
      const show = () => setUnsent((before) => [...before, { ...note, refusal: null }])
      keepNote(userId, itemId, note)
      // a highlight is seen at once, words when their form has closed
      if (note.content === '') show()
      try {
        await send(note)
      } catch (error) {
        if (!isNetworkAway(error)) {
          drop(note.key)
          throw error
        }
        if (note.content !== '') show()
        void sendLater(note)
        return
      }
      if (note.isPublic) toast({ tone: 'good', text: t('community.note_published') })
    },
    [itemId, userId, send, sendLater, drop, t],
  )

  const change = useCallback(
    async ({ id, isPublic: wasPublic }: ShownNote, { content, isPublic }: NoteWords) => {
      const body = { id, content, isPublic }
      put((await call<typeof updateNote>('POST /api/learn/cn/note/update', { body })).note)
      const text = t(isPublic && !wasPublic ? 'community.note_published' : 'community.note_edited')
      toast({ tone: 'good', text })
    },
    [put, t],
  )

  const remove = useCallback(
    async ({ id, waiting, sectionId, content, quote, moment, isPublic }: ShownNote) => {
      if (waiting !== null) return drop(id.slice(localId('').length))
      try {
        await call<typeof deleteNote>('POST /api/learn/cn/note/delete', { body: { id } })
      } catch (error) {
        return toastFailure(error, t)
      }
      setList(({ noteMap, ...rest }) => ({ ...rest, noteMap: without(noteMap, id) }))
      const again = {
        sectionId: sectionId ?? '',
        content,
        isPublic,
        ...(quote && { quote }),
        ...(moment && { moment }),
      }
      const onAct = () => void add(again).catch((error: unknown) => toastFailure(error, t))
      toast({ tone: 'good', text: t('community.note_deleted'), action: { label: t('community.undo'), onAct } })
    },
    [add, drop, t],
  )

  const notes = useMemo(
    () => [
      ...Object.values(list.noteMap)
        .map((note): ShownNote => ({ ...note, pageId: pageIds[note.id] ?? note.id, waiting: null }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
      ...unsent.map(shownUnsent),
    ],
    [list.noteMap, pageIds, unsent],
  )
  return { notes, publicCounts: list.publicCounts, add, change, remove }
}

function shownUnsent({
  key,
  madeAt,
  refusal,
  quote,
  moment,
  ...note
}: NewNote & { refusal: string | null }): ShownNote {
  return {
    ...note,
    id: localId(key),
    pageId: localId(key),
    quote: quote ?? null,
    moment: moment ?? null,
    html: '',
    createdTime: madeAt,
    waiting: { refusal },
  }
}

function without<Value>(map: Record<string, Value>, id: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(map).filter(([key]) => key !== id))
}
