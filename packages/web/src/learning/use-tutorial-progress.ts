import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { isCompletedFor, toggled } from '@lantern/contract/learning/progress.ts'
import type { RecordMap, RecordsNow } from '@lantern/contract/learning/record-shapes.ts'
import type * as acts from '@lantern/contract/learning/records.ts'
import { useEffect, useRef, useState } from 'react'
import { call, sendOnLeave } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { createPressQueue } from '#kit/press-queue.ts'
import { useSignedInAct } from '#kit/require-login.tsx'
import { useSessionInActs } from '#kit/session.tsx'
import { useCompletions } from './first-completions.tsx'
import { type KeptTick, keepTick, keptTicks, wholeLesson } from './kept-ticks.ts'
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

interface SendOptions {
  isWanted?: () => boolean
  done?: () => void
  /** Age of an act that may arrive late: the server leaves later changes. */
  withAge?: { madeAt: number; isKept: boolean }
}

export type Saving = { state: 'idle' } | { state: 'saving' } | { state: 'waiting' } | { state: 'saved'; time: string }

/**
 * A tutorial being learned: ticks show at once and are sent one after the other; one that is refused is put back with a
 * word, one that finds no network stays on this device until it can be sent. What the server answers is laid under the
 * ticks that are still on their way.
 */
export function useTutorialProgress(item: TutorialToLearn, initial: RecordMap, context: LearningContext = {}) {
  const t = useMessages()
  const { user, premium: userPremium } = useSessionInActs()
  const userId = user?.id ?? null
  const [records, setRecords] = useState(initial)
  const [ticks, setTicks] = useState<ReadonlyMap<string, Tick>>(new Map())
  const [saving, setSaving] = useState<Saving>({ state: 'idle' })
  const completions = useCompletions()
  // what the next press starts from: state of React is a render behind two quick presses
  const latest = useRef({ records, ticks, presses: 0, failed: false })
  const [put] = useState(() => createPressQueue<RecordsNow>())

  const version = context.versionId ?? null
  const shown = shownProgress(item, records[item.id] ?? null, ticks, version)

  function setTick(part: string, tick: (Tick & KeptTick) | null) {
    const next = new Map(latest.current.ticks)
    if (tick === null) next.delete(part)
    else next.set(part, tick)
    if (userId !== null) {
      keepTick(userId, item.id, part, tick && { completed: tick.completed, madeAt: tick.madeAt })
    }
    latest.current.ticks = next
    setTicks(next)
  }

  function take({ recordMap }: RecordsNow) {
    const known = latest.current.records
    // how the projects and courses were that the page was not opened in is not known: what this act has completed in
    // them has the time of the lesson's own completion
    const time = known[item.id]?.completed ? undefined : recordMap[item.id]?.lastCompletedTime
    const before = Object.values(recordMap).map(({ itemId, completedTime }) => {
      return [itemId, known[itemId] ?? { completed: completedTime !== time }] as const
    })
    completions.hear(Object.fromEntries(before), recordMap)
    latest.current.records = { ...latest.current.records, ...recordMap }
    setRecords(latest.current.records)
  }

  /**
   * `isWanted` says whether a newer press has made this one void. With `withAge`, a press that an earlier page kept or
   * that has waited for a network is sent with its age.
   */
  function send<E extends RecordAct>(
    route: E['route'],
    body: BodyOf<E>,
    { isWanted = () => true, done = () => {}, withAge }: SendOptions = {},
  ) {
    let isLate = withAge?.isKept ?? false
    const now = () => (withAge && isLate ? { ...body, ageMs: Math.max(1, Date.now() - withAge.madeAt) } : body)
    setSaving({ state: 'saving' })
    put({
      isWanted,
      send: () => call<RecordAct>(route, { body: now() }, { keepalive: true }),
      leave: () => sendOnLeave<E>(route, now()),
      take,
      waits() {
        isLate = true
        setSaving({ state: 'waiting' })
      },
      fail(error) {
        latest.current.failed = true
        toastFailure(error, t, t('learning.not_saved'))
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

  function isTicked(stepId: string): boolean {
    const kept = latest.current.records[item.id]?.steps[stepId]?.completed ?? false
    return latest.current.ticks.get(stepId)?.completed ?? kept
  }

  /** Marks a step by its id, or the whole lesson. `keptAt`: an earlier page kept the press on this device. */
  function mark(part: string, completed: boolean, keptAt?: number) {
    const press = ++latest.current.presses
    const madeAt = keptAt ?? Date.now()
    setTick(part, { completed, press, madeAt })
    const isNewest = () => latest.current.ticks.get(part)?.press === press
    const options: SendOptions = {
      isWanted: isNewest,
      done: () => isNewest() && setTick(part, null),
      withAge: { madeAt, isKept: keptAt !== undefined },
    }
    const body = { id: item.id, type: 'tutorial' as const, completed, ...context }
    if (part === wholeLesson) send<typeof acts.toggleTutorial>('POST /api/learn/cn/record/tutorial', body, options)
    else send<typeof acts.toggleStep>('POST /api/learn/cn/record/tutorial/step', { ...body, stepId: part }, options)
  }

  function isDone(): boolean {
    const record = latest.current.records[item.id]
    return latest.current.ticks.get(wholeLesson)?.completed ?? (record ? isCompletedFor(record, version) : false)
  }

  function toggleWhole() {
    mark(wholeLesson, toggled({ completed: isDone() }).completed)
  }

  function start() {
    send<typeof acts.startRecord>('POST /api/learn/cn/record', {
      id: item.id,
      type: 'tutorial',
      userPremium,
      ...context,
    })
  }

  function restart() {
    send<typeof acts.restartRecord>('POST /api/learn/cn/record/restart', {
      id: item.id,
      type: 'tutorial',
      userPremium,
      versionId: context.versionId,
    })
  }

  // what an earlier page of this lesson could not send
  const resume = useRef(() => {
    if (userId === null) return
    const kept = keptTicks(userId, item.id)
    for (const part of [...item.sections.map(({ id }) => id), wholeLesson]) {
      const tick = kept.get(part)
      if (tick) mark(part, tick.completed, tick.madeAt)
    }
  })
  useEffect(() => resume.current(), [])

  const actOn = useSignedInAct(`learn ${item.id}`, (detail) => {
    const [act, stepId = ''] = detail.split(' ')
    const record = latest.current.records[item.id]
    // a guest meant to do it: signed in, they may find that they had done it already
    if (act === 'tick' && !isTicked(stepId)) mark(stepId, true)
    if (act === 'start' && !record) start()
    if (act === 'finish' && !isDone()) toggleWhole()
  })
  const isGuest = userId === null

  return {
    ...shown,
    records,
    saving,
    completions,
    toggleStep: (stepId: string) => (isGuest ? actOn(`tick ${stepId}`) : mark(stepId, !isTicked(stepId))),
    toggleWhole: () => (isGuest ? actOn('finish') : toggleWhole()),
    start: () => actOn('start'),
    restart,
  }
}

export type TutorialProgress = ReturnType<typeof useTutorialProgress>
