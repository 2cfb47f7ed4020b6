// What other domains may use of learning.

export { followChangedContents } from './changed-contents.ts'
export { collectItem } from './collections.ts'
export { rateItem } from './feedback.ts'
export { completedAmong, type LearnerPart, readLearnerPart } from './learner-records.ts'
export { freeLearners, lockedLearner, lockLearner } from './lineage.ts'
export { learnerPersonalData } from './personal-data.ts'
export {
  completeItem,
  completeWhatContains,
  type ItemCompletion,
  recordCompleted,
  reopenItem,
  standsAlone,
} from './quiz-records.ts'
export { computeRankings, rankNightly } from './rankings.ts'
export { viewRecord } from './record-acts.ts'
export { learningRoutes } from './routes.ts'
export { beginRecords, recordBegun, requireStart, startRecord, versionsOf } from './start-record.ts'
export { studied } from './study-days.ts'
export { tellClasses } from './tell-classes.ts'
export { tellOfTranslations, translationPublished } from './translation-published.ts'
export { toggleStep, toggleTutorial } from './tutorial-progress.ts'
