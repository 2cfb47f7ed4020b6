// What other domains may use of search.

export { readingsOf } from './analysis/pinyin.ts'
export { chineseCut } from './analysis/segment.ts'
export { keepIndex, type ReindexProgress, reindex } from './keeping.ts'
export { type SearchSlots, searchRoutes } from './routes.ts'
