import { opensSummary, toggled } from '@lantern/contract/learning/progress.ts'
import type { RecordMap, RecordsNow } from '@lantern/contract/learning/record-shapes.ts'
import { useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { useRequireLogin } from '#kit/require-login.tsx'
import { toast } from '#ui/toast.ts'
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
  const latest = useRef({ records, ticks, presses: 0 })
  const sent = useRef(Promise.resolve())

  const shown = shownProgress(item, records[item.id] ?? null, ticks, context.versionId ?? null)

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

  function send(act: () => Promise<RecordsNow>, done: () => void = () => {}) {
    setSaving({ state: 'saving' })
    sent.current = sent.current.then(async () => {
      try {
        take(await act())
        setSaving({ state: 'saved', time: new Date().toISOString() })
      } catch {
        setSaving({ state: 'idle' })
        toast({ tone: 'bad', text: t('learning.not_saved') })
      } finally {
        done()
      }
    })
  }

  function toggleStep(stepId: string) {
    const kept = latest.current.records[item.id]?.steps[stepId]?.completed ?? false
    const { completed } = toggled({ completed: latest.current.ticks.get(stepId)?.completed ?? kept })
    const press = ++latest.current.presses
    setTick(stepId, { completed, press })
    const body = { id: item.id, type: 'tutorial' as const, stepId, completed }
    send(
      () =>
        call<typeof import('@lantern/contract/learning/records.ts').toggleStep>(
          'POST /api/learn/cn/record/tutorial/step',
          { body },
        ),
      // a newer press of the same step keeps its own tick
      () => latest.current.ticks.get(stepId)?.press === press && setTick(stepId, null),
    )
  }

  function toggleWhole() {
    const { completed } = toggled(latest.current.records[item.id] ?? { completed: false })
    const body = { id: item.id, type: 'tutorial' as const, completed }
    send(() =>
      call<typeof import('@lantern/contract/learning/records.ts').toggleTutorial>(
        'POST /api/learn/cn/record/tutorial',
        {
          body,
        },
      ),
    )
  }

  function start() {
    const body = { id: item.id, type: 'tutorial' as const, ...context }
    send(() =>
      call<typeof import('@lantern/contract/learning/records.ts').startRecord>('POST /api/learn/cn/record', { body }),
    )
  }

  function restart() {
    const body = { id: item.id, type: 'tutorial' as const }
    send(() =>
      call<typeof import('@lantern/contract/learning/records.ts').restartRecord>('POST /api/learn/cn/record/restart', {
        body,
      }),
    )
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
