import { opensSummary } from '@lantern/contract/learning/progress.ts'
import type { LearnerRecord, RecordMap } from '@lantern/contract/learning/record-shapes.ts'
import { Suspense, useState } from 'react'
import { RealNameDialog } from '#identity/index.ts'
import { lazyPart } from '#kit/later.tsx'
import { useSessionInActs } from '#kit/session.tsx'
import type { SummaryProps } from './completion-summary.tsx'

const CompletionSummary = lazyPart(() => import('./completion-summary.tsx'))

export interface Completions {
  /** Records completed for the first time whose summary was not shown yet: the lesson's first, then those around it. */
  waiting: readonly LearnerRecord[]
  /** Looks at the records as an act has left them. */
  hear(before: Readonly<Record<string, { completed: boolean }>>, now: RecordMap): void
  spokenOf(itemId: string): void
}

const inOrder = ['tutorial', 'project', 'course']

/** Acts complete a lesson, and with it the project and the course around it. */
export function useCompletions(): Completions {
  const [waiting, setWaiting] = useState<readonly LearnerRecord[]>([])
  return {
    waiting,
    hear(before, now) {
      const first = Object.values(now)
        .filter((record) => inOrder.includes(record.type) && opensSummary(before[record.itemId] ?? null, record))
        .sort((one, other) => inOrder.indexOf(one.type) - inOrder.indexOf(other.type))
      if (first.length > 0) setWaiting((earlier) => [...earlier, ...first])
    },
    spokenOf: (itemId) => setWaiting((earlier) => earlier.filter((record) => record.itemId !== itemId)),
  }
}

type FirstCompletionsProps = Pick<SummaryProps, 'next' | 'link'> & {
  completions: Completions
  /** The item of the page and those it is opened in; the title of any other item is asked for. */
  named: readonly { id: string; title: string }[]
  /** The path and query of this page. */
  here: string
}

/** Shows one summary after the other, then the real-name prompt if the name is not verified. */
export function FirstCompletions({ completions, named, next, link, here }: FirstCompletionsProps) {
  const { user } = useSessionInActs()
  const [asksName, setAsksName] = useState(false)
  const { waiting } = completions
  const [record] = waiting
  return (
    <Suspense>
      {record && (
        <CompletionSummary
          key={record.itemId}
          record={record}
          title={named.find(({ id }) => id === record.itemId)?.title ?? null}
          // after the last part of a project or course there is none
          next={waiting.length === 1 && record.type === 'tutorial' ? next : null}
          link={link}
          onClose={() => {
            completions.spokenOf(record.itemId)
            if (waiting.length === 1) setAsksName(user !== null && !user.isRealName)
          }}
        />
      )}
      {asksName && <RealNameDialog reason="completion" here={here} onClose={() => setAsksName(false)} />}
    </Suspense>
  )
}
