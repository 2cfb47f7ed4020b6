// What other domains may use of learning.

export { type LearnerPart, readLearnerPart } from './learner-records.ts'
export { lockLearner } from './lineage.ts'
export { completeItem, type ItemCompletion, reopenItem } from './quiz-records.ts'
export { learningRoutes } from './routes.ts'
export { beginRecords, requireStart } from './start-record.ts'
