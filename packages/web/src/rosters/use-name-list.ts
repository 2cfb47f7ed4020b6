import type { MendableField } from '@lantern/contract/rosters/name-list-limits.ts'
import type { getNameList, importNameList, mendNameList, NameListPlan } from '@lantern/contract/rosters/name-lists.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { ApiError } from '#kit/request.ts'

/** How often a list that is being planned or written is looked at. */
const lookMs = 1_000

/** The list of an open dialog and what is done with it. `onDone` follows when all of it is written. */
export function useNameList(organisationId: string, onDone: () => void) {
  const t = useMessages()
  const [plan, setPlan] = useState<NameListPlan | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const params = { id: organisationId, listId: plan?.id ?? '' }
  const change = async (act: () => Promise<NameListPlan>): Promise<boolean> => {
    setBusy(true)
    setProblem(null)
    try {
      setPlan(await act())
      return true
    } catch (error) {
      const [detail] = error instanceof ApiError ? error.details : []
      setProblem(detail?.message || failureText(error, t))
      return false
    } finally {
      setBusy(false)
    }
  }
  const look = useEffectEvent(async (isWanted: () => boolean) => {
    const next = await call<typeof getNameList>('GET /api/campus/organisation/:id/nameList/:listId', { params })
    if (!isWanted()) return
    setPlan(next)
    if (next.state === 'done') onDone()
  })
  const listId = plan?.id
  const isGoing = plan?.state === 'importing' || plan?.state === 'planning'
  useEffect(() => {
    if (listId === undefined || !isGoing) return
    let isWanted = true
    // a look that fails is followed by the next one
    const timer = setInterval(() => void look(() => isWanted).catch(() => undefined), lookMs)
    return () => {
      // another list may be looked at by now
      isWanted = false
      clearInterval(timer)
    }
  }, [listId, isGoing])
  return {
    plan,
    busy,
    problem,
    take: setPlan,
    forget: () => {
      setPlan(null)
      setProblem(null)
    },
    mend: (position: number, field: MendableField, value: string) =>
      change(() =>
        call<typeof mendNameList>('POST /api/campus/organisation/:id/nameList/:listId/mend', {
          params,
          body: { position, field, value },
        }),
      ),
    importIt: (endMissing: boolean) =>
      change(() =>
        call<typeof importNameList>('POST /api/campus/organisation/:id/nameList/:listId/import', {
          params,
          body: { endMissing },
        }),
      ),
  }
}
