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
  const [failed, setFailed] = useState(false)
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
      setFailed(false)
    } catch {
      if (mine === asked.current) setFailed(true)
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
      setFailed(false)
      setLooksLeft(mostLooks)
    } catch (error) {
      toastFailure(error, t)
      void load()
    } finally {
      setAsking(false)
    }
  }
  const state: 'loading' | 'failed' | 'ready' = report ? 'ready' : failed ? 'failed' : 'loading'
  const checking = asking || (looksLeft > 0 && waits)
  return { report, state, checking, check: () => void check(), reload: () => void load() }
}
