import {
  demanded,
  isAllDone,
  isCompletedFor,
  type LearnButton,
  learnButton,
  type ProgressWords,
  progressWords,
  remainingMinutes,
} from '@lantern/contract/learning/progress.ts'
import type { LearnerRecord } from '@lantern/contract/learning/record-shapes.ts'
import { wholeLesson } from './kept-ticks.ts'

/** A step as the outline and the page show it. */
export interface ShownStep {
  id: string
  completed: boolean
  required: boolean
  updatedTime: string | null
  /** Sent and not answered yet. */
  pending: boolean
}

/** A tick that was pressed and is on its way to the server. */
export interface Tick {
  completed: boolean
  press: number
}

export interface ShownProgress {
  /** Started, completed or neither. */
  record: LearnerRecord | null
  steps: ShownStep[]
  words: ProgressWords
  button: LearnButton
  /** For the version that is read. */
  completed: boolean
  /** Everything asked for is ticked and the record is not completed yet. */
  readyToFinish: boolean
}

interface StepOfItem {
  id: string
  optionType: 'required' | 'optional'
}

/** What the page shows of a tutorial: the record, with the ticks that are on their way laid over it. */
export function shownProgress(
  item: { sections: readonly StepOfItem[]; minutes: number },
  record: LearnerRecord | null,
  ticks: ReadonlyMap<string, Tick>,
  versionId: string | null = null,
): ShownProgress {
  const whole = ticks.get(wholeLesson)
  const parts = item.sections.map(({ id, optionType }) => ({ id, required: optionType === 'required' }))
  // marking the whole ticks what completion asks for; taking that back leaves the steps to the server, which knows why
  const tickedWithWhole = new Set(whole?.completed ? demanded(parts).map(({ id }) => id) : [])
  const steps = parts.map(({ id, required }): ShownStep => {
    const kept = record?.steps[id]
    const tick = ticks.get(id)
    return {
      id,
      required,
      completed: tick?.completed ?? (tickedWithWhole.has(id) || (kept?.completed ?? false)),
      updatedTime: kept?.updatedTime ?? null,
      pending: tick !== undefined,
    }
  })
  const words = progressWords(steps)
  const completed = whole?.completed ?? (record !== null && isCompletedFor(record, versionId))
  const shown = record && {
    ...record,
    percent: words.percent,
    remainingMinutes: remainingMinutes(item.minutes, words.percent),
  }
  return {
    record,
    steps,
    words,
    button: whole ? buttonOf(whole, shown) : learnButton(shown, versionId),
    completed,
    readyToFinish: record !== null && !completed && (steps.length === 0 || isAllDone(steps)),
  }
}

/** The button while the mark of the whole is on its way. */
function buttonOf(whole: Tick, shown: LearnerRecord | null): LearnButton {
  if (whole.completed) return { kind: 'completed', completedTime: null }
  return { kind: 'continue', percent: shown?.percent ?? 0, remainingMinutes: shown?.remainingMinutes ?? 0 }
}
