// What pages may use of learning.

import { later } from '#kit/later.tsx'

export { CollectButton } from './collect-button.tsx'
export { afterSignIn, readVersion, recordAct } from './form-acts.ts'
export { ItemRecordButton } from './item-record-button.tsx'
export { isRecentsClosed, LearnedBlock, type PersonRecords } from './learned-block.tsx'
export {
  isListTab,
  isOrderTab,
  isSubmissionTab,
  type LearningTab,
  type ListTab,
  learningTabs,
  MyLearning,
  type OrderTab,
  type RecordList,
  type StudyYear,
  type SubmissionTab,
} from './my-learning.tsx'
export { contentNodes, type OutlineNode } from './outline-nodes.ts'
export { OutlineTree } from './outline-tree.tsx'
export { TutorialReader, type TutorialReaderProps } from './tutorial-reader.tsx'

/** Below the steps: its script comes later. */
export const TutorialDetails = later(async () => (await import('./tutorial-details.tsx')).TutorialDetails)
export { FirstCompletions, useCompletions } from './first-completions.tsx'
