import type { ClassProgress, listProgress, ProgressRow } from '@lantern/contract/campus/assignments.ts'
import type { classProgressTopic } from '@lantern/contract/learning/topics.ts'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#kit/call.ts'
import { useTopic } from '#kit/use-topic.ts'

/** What is told of within this time is read at once: a class that begins together tells in one moment. */
const gatherMs = 500
const mostAsked = 100

interface ProgressRows {
  rows: readonly ProgressRow[]
  hasMore: boolean
  /** The last page that was asked for did not come. */
  failed: boolean
  more(): void
  /** Reads the rows of these people again, as what one does here is not heard. */
  again(userIds: readonly string[]): void
}

/** The rows of a class, page by page, each read again when its person went on. */
export function useProgressRows(
  classId: string,
  first: ClassProgress,
  { q, group }: { q: string; group: string },
): ProgressRows {
  const { revalidate } = useRevalidator()
  const [later, setLater] = useState<{ rows: readonly ProgressRow[]; next: string | null }>({
    rows: [],
    next: first.next,
  })
  const [failed, setFailed] = useState(false)
  const isAsking = useRef(false)
  const inFirst = new Set(first.rows.map(({ userId }) => userId))
  // who was renamed may have moved to the first page
  const rows = [...first.rows, ...later.rows.filter(({ userId }) => !inFirst.has(userId))]

  const ask = (query: { after?: string; q?: string; group?: string; ids?: string }) =>
    call<typeof listProgress>('GET /api/campus/class/:classId/progress', { params: { classId }, query })

  const more = async () => {
    if (isAsking.current || later.next === null) return
    isAsking.current = true
    setFailed(false)
    try {
      const page = await ask({ after: later.next, ...(q && { q }), ...(group && { group }) })
      setLater((before) => ({ rows: [...before.rows, ...page.rows], next: page.next }))
    } catch {
      setFailed(true)
    } finally {
      isAsking.current = false
    }
  }

  const told = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const readAgain = (ids: readonly string[]) => {
    for (const id of ids) told.current.add(id)
    timer.current ??= setTimeout(async () => {
      timer.current = undefined
      const wanted = later.rows.flatMap(({ userId }) => (told.current.has(userId) ? userId : [])).slice(0, mostAsked)
      told.current.clear()
      // the numbers of the class and the first page
      await revalidate()
      if (wanted.length === 0) return
      const fresh = await ask({ ids: JSON.stringify(wanted) }).catch(() => null)
      const byId = new Map(fresh?.rows.map((row) => [row.userId, row]))
      setLater((before) => ({ ...before, rows: before.rows.map((row) => byId.get(row.userId) ?? row) }))
    }, gatherMs)
  }
  useTopic<typeof classProgressTopic>(
    'class-progress/:classId',
    { classId },
    {
      onMessage: ({ userId }) => readAgain([userId]),
      onGap: () => readAgain(later.rows.map(({ userId }) => userId)),
    },
  )
  return { rows, hasMore: later.next !== null, failed, more: () => void more(), again: readAgain }
}
