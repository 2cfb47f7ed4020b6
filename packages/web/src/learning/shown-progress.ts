import {
  isAllDone,
  isCompletedFor,
  type LearnButton,
  learnButton,
  type ProgressWords,
  progressWords,
  remainingMinutes,
} from '@lantern/contract/learning/progress.ts'
import type { LearnerRecord } from '@lantern/contract/learning/record-shapes.ts'

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
  const steps = item.sections.map((section): ShownStep => {
    const kept = record?.steps[section.id]
    const tick = ticks.get(section.id)
    return {
      id: section.id,
      required: section.optionType === 'required',
      completed: tick?.completed ?? kept?.completed ?? false,
      updatedTime: kept?.updatedTime ?? null,
      pending: tick !== undefined,
    }
  })
  const words = progressWords(steps)
  const completed = record !== null && isCompletedFor(record, versionId)
  const shown = record && {
    ...record,
    percent: words.percent,
    remainingMinutes: remainingMinutes(item.minutes, words.percent),
  }
  return {
    record,
    steps,
    words,
    button: learnButton(shown, versionId),
    completed,
    readyToFinish: record !== null && !completed && (steps.length === 0 || isAllDone(steps)),
  }
}
