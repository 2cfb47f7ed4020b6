import type { LaunchMode, UnitState } from '@lantern/contract/courseware/package-rules.ts'
import type { Launch, openUnit } from '@lantern/contract/courseware/packages.ts'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#kit/call.ts'
import { useSession } from '#kit/session.tsx'
import { type CommitQueue, commitQueue, sendLeftCommits } from './commit-queue.ts'

export type Saving = 'nothing' | 'saved' | 'waiting'

export interface Player {
  ref: RefObject<HTMLIFrameElement | null>
  frame: { visitId: string; url: string; opensWindow: boolean } | null
  /** What the site knows by now of the unit. */
  state: UnitState | null
  saving: Saving
  /** The unit has ended the visit itself. */
  hasEnded: boolean
  /** Where the package goes on by its own rules, now that the unit has ended. */
  next: { unitId: string | null } | null
  problem: 'elsewhere' | 'failed' | null
  openAgain: () => void
}

interface Visit {
  visitId: string
  origin: string
  launch: Launch
}

/** Opens a unit and keeps what it writes. The player is on another origin: messages are all that is between them. */
export function usePlayer(packageId: string, unitId: string, mode: LaunchMode): Player {
  const { revalidate } = useRevalidator()
  const userId = useSession().user?.id ?? ''
  const ref = useRef<HTMLIFrameElement>(null)
  const [tries, setTries] = useState(0)
  const [visit, setVisit] = useState<Visit | null>(null)
  const [state, setState] = useState<UnitState | null>(null)
  const [saving, setSaving] = useState<Saving>('nothing')
  const [hasEnded, setHasEnded] = useState(false)
  const [next, setNext] = useState<Player['next']>(null)
  const [problem, setProblem] = useState<Player['problem']>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try opens the same unit anew
  useEffect(() => {
    let isCurrent = true
    setVisit(null)
    setState(null)
    setSaving('nothing')
    setHasEnded(false)
    setNext(null)
    setProblem(null)
    const open = async () => {
      // what the visit before could not send must come before the visit that ends it
      await sendLeftCommits(userId)
      const input = { params: { id: packageId }, body: { unitId, mode } }
      const opened = await call<typeof openUnit>('POST /api/campus/package/:id/open', input)
      if (isCurrent) setVisit(opened)
    }
    open().catch(() => isCurrent && setProblem('failed'))
    return () => {
      isCurrent = false
    }
  }, [packageId, unitId, mode, userId, tries])

  useEffect(() => {
    if (visit?.launch.kind !== 'cmi5') return undefined
    const { origin } = visit
    // its unit has gone to where it was told to go at its end
    const onMessage = ({ source, data, origin: from }: MessageEvent<unknown>) => {
      const isOfUnit = from === origin && source !== null && source === ref.current?.contentWindow
      if (!isOfUnit || (data as { type?: unknown } | null)?.type !== 'ended') return
      setHasEnded(true)
      void revalidate()
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [visit, revalidate])

  useEffect(() => {
    if (visit?.launch.kind !== 'scorm') return undefined
    const { launch, visitId, origin } = visit
    let last: UnitState | null = null
    const queue: CommitQueue = commitQueue(packageId, visitId, userId, {
      onSaved({ state: saved, next: following }) {
        // what a unit's end opens is among the units that are shown
        if (saved !== last) void revalidate()
        last = saved
        setState(saved)
        setSaving('saved')
        setNext(following)
      },
      onWaiting: () => setSaving('waiting'),
      onSuperseded: () => setProblem('elsewhere'),
    })
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      const player = ref.current?.contentWindow
      if (!player || source !== player) return
      const said = data as { type?: unknown; data?: unknown; isLast?: unknown }
      if (said.type === 'ready') {
        player.postMessage({ type: 'open', data: launch.data, unitUrl: launch.unitUrl, title: '' }, origin)
      }
      if (said.type === 'commit' && typeof said.data === 'string') {
        queue.add({ data: said.data, isLast: said.isLast === true })
      }
      if (said.type === 'ended') setHasEnded(true)
    }
    const onLeave = () => queue.sendBeforeLeaving()
    window.addEventListener('message', onMessage)
    window.addEventListener('pagehide', onLeave)
    return () => {
      window.removeEventListener('message', onMessage)
      window.removeEventListener('pagehide', onLeave)
    }
  }, [visit, packageId, userId, revalidate])

  return {
    ref,
    frame: visit && { visitId: visit.visitId, ...placeOf(visit.launch) },
    state,
    saving,
    hasEnded,
    next,
    problem,
    openAgain: useCallback(() => setTries((before) => before + 1), []),
  }
}

function placeOf(launch: Launch) {
  return launch.kind === 'scorm'
    ? { url: launch.playerUrl, opensWindow: false }
    : { url: launch.url, opensWindow: launch.opensWindow }
}
