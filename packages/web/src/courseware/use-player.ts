import type { LaunchMode, UnitState } from '@lantern/contract/courseware/package-rules.ts'
import type { Launch, openUnit, UnitWays } from '@lantern/contract/courseware/packages.ts'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { call } from '#kit/call.ts'
import { ApiError } from '#kit/request.ts'
import { useSession } from '#kit/session.tsx'
import { type CommitQueue, commitQueue, sendLeftCommits } from './commit-queue.ts'

export type Saving = 'nothing' | 'saved' | 'waiting'

export type LeaveRequest = 'continue' | 'previous' | 'exit'

export interface Player {
  ref: RefObject<HTMLIFrameElement | null>
  frame: { visitId: string; url: string; opensWindow: boolean } | null
  /** What the site knows by now of the unit. */
  state: UnitState | null
  saving: Saving
  /** The unit has ended the visit itself. */
  hasEnded: boolean
  /** The page ended it, as its time was over, and is to say so. */
  isTimeOver: boolean
  /** Where the package goes on by its own rules, or as was asked, now that the unit has ended. */
  next: { unitId: string | null } | null
  /** Where one can go from it; null: as the list of units says. */
  ways: UnitWays | null
  problem: 'elsewhere' | 'locked' | 'failed' | null
  openAgain: () => void
  /** Lets the unit end and goes on: where the package then leads to, else to this address. `exit`: there in any case. */
  leave: (request: LeaveRequest, address: string) => void
}

interface Visit {
  visitId: string
  origin: string
  launch: Launch
}

/** Opens a unit and keeps what it writes. The player is on another origin: messages are all that is between them. */
export function usePlayer(packageId: string, unitId: string, mode: LaunchMode): Player {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const userId = useSession().user?.id ?? ''
  const ref = useRef<HTMLIFrameElement>(null)
  /** The player has begun to listen. */
  const isReady = useRef(false)
  const leaving = useRef<{ request: LeaveRequest; address: string } | null>(null)
  const [tries, setTries] = useState(0)
  const [visit, setVisit] = useState<Visit | null>(null)
  const [state, setState] = useState<UnitState | null>(null)
  const [saving, setSaving] = useState<Saving>('nothing')
  const [hasEnded, setHasEnded] = useState(false)
  const [isTimeOver, setIsTimeOver] = useState(false)
  const [next, setNext] = useState<Player['next']>(null)
  const [ways, setWays] = useState<UnitWays | null>(null)
  const [problem, setProblem] = useState<Player['problem']>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try opens the same unit anew
  useEffect(() => {
    let isCurrent = true
    setVisit(null)
    setState(null)
    setSaving('nothing')
    setHasEnded(false)
    setIsTimeOver(false)
    setNext(null)
    setWays(null)
    setProblem(null)
    const open = async () => {
      // what the visit before could not send must come before the visit that ends it
      await sendLeftCommits(userId)
      const input = { params: { id: packageId }, body: { unitId, mode } }
      const opened = await call<typeof openUnit>('POST /api/campus/package/:id/open', input)
      if (!isCurrent) return
      setVisit(opened)
      if (opened.launch.kind === 'scorm') setWays(opened.launch.ways)
    }
    open().catch((error: unknown) => {
      if (isCurrent) setProblem(error instanceof ApiError && error.status === 409 ? 'locked' : 'failed')
    })
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
    let hasSaidLast = false
    const goOn = () => leaving.current && void navigate(leaving.current.address)
    const queue: CommitQueue = commitQueue(packageId, visitId, userId, {
      onSaved({ state: saved, next: following, ways: changed }) {
        // what a unit's end opens is among the units that are shown
        if (saved !== last) void revalidate()
        last = saved
        setState(saved)
        setSaving('saved')
        const isFollowed = following !== null && leaving.current?.request !== 'exit'
        if (isFollowed) setNext(following)
        else if (hasSaidLast) goOn()
        if (changed) {
          setWays(changed)
          ref.current?.contentWindow?.postMessage({ type: 'ways', ways: changed }, origin)
        }
      },
      onWaiting: () => setSaving('waiting'),
      onSuperseded() {
        setProblem('elsewhere')
        goOn()
      },
    })
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      const player = ref.current?.contentWindow
      if (!player || source !== player) return
      const said = data as { type?: unknown; data?: unknown; isLast?: unknown; request?: unknown; isTimeOver?: unknown }
      if (said.type === 'ready') {
        isReady.current = true
        const { data: kept, unitUrl, ways: first, timeLimit } = launch
        player.postMessage({ type: 'open', visitId, data: kept, unitUrl, title: '', ways: first, timeLimit }, origin)
      }
      if (said.type === 'commit' && typeof said.data === 'string') {
        const isLast = said.isLast === true
        hasSaidLast ||= isLast
        // who leaves it has asked before the unit
        const request = leaving.current?.request ?? said.request
        queue.add({ data: said.data, isLast, request: isLast && typeof request === 'string' ? request : '' })
      }
      if (said.type === 'ended') {
        setHasEnded(true)
        setIsTimeOver(said.isTimeOver === true && launch.timeLimit?.isTold === true)
      }
      if (said.type === 'closed' && !hasSaidLast) goOn()
    }
    const onLeave = () => queue.sendBeforeLeaving()
    window.addEventListener('message', onMessage)
    window.addEventListener('pagehide', onLeave)
    return () => {
      isReady.current = false
      leaving.current = null
      window.removeEventListener('message', onMessage)
      window.removeEventListener('pagehide', onLeave)
    }
  }, [visit, packageId, userId, revalidate, navigate])

  const origin = visit?.origin
  const leave = useCallback<Player['leave']>(
    (request, address) => {
      const player = ref.current?.contentWindow
      if (!isReady.current || !player || !origin || hasEnded) {
        void navigate(address)
        return
      }
      leaving.current = { request, address }
      player.postMessage({ type: 'close' }, origin)
    },
    [origin, hasEnded, navigate],
  )

  return {
    ref,
    frame: visit && { visitId: visit.visitId, ...placeOf(visit.launch) },
    state,
    saving,
    hasEnded,
    isTimeOver,
    next,
    ways,
    problem,
    openAgain: useCallback(() => setTries((before) => before + 1), []),
    leave,
  }
}

function placeOf(launch: Launch) {
  return launch.kind === 'scorm'
    ? { url: launch.playerUrl, opensWindow: false }
    : { url: launch.url, opensWindow: launch.opensWindow }
}
