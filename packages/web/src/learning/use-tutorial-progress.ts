import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { isCompletedFor, opensSummary, toggled } from '@lantern/contract/learning/progress.ts'
import type { RecordMap, RecordsNow } from '@lantern/contract/learning/record-shapes.ts'
import type * as acts from '@lantern/contract/learning/records.ts'
import { useRef, useState } from 'react'
import { call, sendOnLeave } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { useRequireLogin } from '#kit/require-login.tsx'
import { toast } from '#ui/toast.ts'
import { createPressQueue } from './press-queue.ts'
import { shownProgress, type Tick } from './shown-progress.ts'

export interface TutorialToLearn {
  id: string
  sections: readonly { id: string; optionType: 'required' | 'optional' }[]
  minutes: number
}

export interface LearningContext {
  projectId?: string
  courseId?: string
  versionId?: string
}

type RecordAct =
  | typeof acts.toggleStep
  | typeof acts.toggleTutorial
  | typeof acts.startRecord
  | typeof acts.restartRecord

export type Saving = { state: 'idle' } | { state: 'saving' } | { state: 'saved'; time: string }

/**
 * A tutorial being learned: ticks show at once and are sent one after the other; one that is refused is put back with a
 * word. What the server answers is laid under the ticks that are still on their way.
 */
export function useTutorialProgress(item: TutorialToLearn, initial: RecordMap, context: LearningContext = {}) {
  const t = useMessages()
  const requireLogin = useRequireLogin()
  const [records, setRecords] = useState(initial)
  const [ticks, setTicks] = useState<ReadonlyMap<string, Tick>>(new Map())
  const [saving, setSaving] = useState<Saving>({ state: 'idle' })
  const [summaryOpen, setSummaryOpen] = useState(false)
  // what the next press starts from: state of React is a render behind two quick presses
  const latest = useRef({ records, ticks, presses: 0, failed: false })
  const [put] = useState(() => createPressQueue<RecordsNow>())

  const version = context.versionId ?? null
  const shown = shownProgress(item, records[item.id] ?? null, ticks, version)

  function setTick(stepId: string, tick: Tick | null) {
    const next = new Map(latest.current.ticks)
    if (tick === null) next.delete(stepId)
    else next.set(stepId, tick)
    latest.current.ticks = next
    setTicks(next)
  }

  function take({ recordMap }: RecordsNow) {
    const before = latest.current.records[item.id] ?? null
    latest.current.records = { ...latest.current.records, ...recordMap }
    setRecords(latest.current.records)
    const after = recordMap[item.id]
    if (after && opensSummary(before, after)) setSummaryOpen(true)
  }

  /** `isWanted` says whether a newer press has made this one void. */
  function send<E extends RecordAct>(
    route: E['route'],
    body: BodyOf<E>,
    { isWanted = () => true, done = () => {} }: { isWanted?: () => boolean; done?: () => void } = {},
  ) {
    setSaving({ state: 'saving' })
    put({
      isWanted,
      send: () => call<RecordAct>(route, { body }, { keepalive: true }),
      leave: () => sendOnLeave<E>(route, body),
      take,
      fail() {
        latest.current.failed = true
        toast({ tone: 'bad', text: t('learning.not_saved') })
      },
      done(isLast) {
        done()
        // it is saved when all of it is
        if (!isLast) return
        setSaving(latest.current.failed ? { state: 'idle' } : { state: 'saved', time: new Date().toISOString() })
        latest.current.failed = false
      },
    })
  }

  function toggleStep(stepId: string) {
    const kept = latest.current.records[item.id]?.steps[stepId]?.completed ?? false
    const { completed } = toggled({ completed: latest.current.ticks.get(stepId)?.completed ?? kept })
    const press = ++latest.current.presses
    setTick(stepId, { completed, press })
    const isNewest = () => latest.current.ticks.get(stepId)?.press === press
    send<typeof acts.toggleStep>(
      'POST /api/learn/cn/record/tutorial/step',
      { id: item.id, type: 'tutorial', stepId, completed, ...context },
      { isWanted: isNewest, done: () => isNewest() && setTick(stepId, null) },
    )
  }

  function toggleWhole() {
    const record = latest.current.records[item.id]
    const { completed } = toggled({ completed: record ? isCompletedFor(record, version) : false })
    send<typeof acts.toggleTutorial>('POST /api/learn/cn/record/tutorial', {
      id: item.id,
      type: 'tutorial',
      completed,
      ...context,
    })
  }

  function start() {
    send<typeof acts.startRecord>('POST /api/learn/cn/record', { id: item.id, type: 'tutorial', ...context })
  }

  function restart() {
    send<typeof acts.restartRecord>('POST /api/learn/cn/record/restart', {
      id: item.id,
      type: 'tutorial',
      versionId: context.versionId,
    })
  }

  return {
    ...shown,
    records,
    saving,
    summaryOpen,
    closeSummary: () => setSummaryOpen(false),
    toggleStep: (stepId: string) => requireLogin(() => toggleStep(stepId)),
    toggleWhole: () => requireLogin(toggleWhole),
    start: () => requireLogin(start),
    restart: () => requireLogin(restart),
  }
}

export type TutorialProgress = ReturnType<typeof useTutorialProgress>
