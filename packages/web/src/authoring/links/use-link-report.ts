import type { checkLinks, LinkReport, readLinks } from '@lantern/contract/authoring/links.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'

const lookAgainMs = 3_000
/** After this long the worker is busy with others: what is known then stays on the screen. */
const mostLooks = 40

/** The report of a draft; after a check has been asked for, it is looked at again until nothing waits. */
export function useLinkReport(draftId: string) {
  const t = useMessages()
  const [report, setReport] = useState<LinkReport | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [looksLeft, setLooksLeft] = useState(0)

  const [asking, setAsking] = useState(false)
  /** Counts requests: an older answer does not overwrite a newer one. */
  const asked = useRef(0)

  const load = useCallback(async () => {
    const mine = ++asked.current
    try {
      const found = await call<typeof readLinks>('GET /api/learn/creator/draft/:id/links', { params: { id: draftId } })
      if (mine !== asked.current) return
      setReport(found)
      setFailure(null)
    } catch (error) {
      if (mine === asked.current) setFailure(error)
    }
  }, [draftId])
  useEffect(() => {
    void load()
  }, [load])

  const waits = (report?.counts.waiting ?? 0) > 0
  useEffect(() => {
    if (looksLeft === 0 || !waits) return
    const timer = setTimeout(async () => {
      await load()
      setLooksLeft((left) => Math.max(0, left - 1))
    }, lookAgainMs)
    return () => clearTimeout(timer)
  }, [looksLeft, waits, load])

  const check = async () => {
    asked.current++
    setAsking(true)
    try {
      setReport(await call<typeof checkLinks>('POST /api/learn/creator/draft/:id/links', { params: { id: draftId } }))
      setFailure(null)
      setLooksLeft(mostLooks)
    } catch (error) {
      toastFailure(error, t)
      void load()
    } finally {
      setAsking(false)
    }
  }
  const checking = asking || (looksLeft > 0 && waits)
  return { report, failure: report ? null : failure, checking, check: () => void check(), reload: () => void load() }
}
