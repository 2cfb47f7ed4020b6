// What other domains may use of search.

export { keepIndex, type ReindexProgress, reindex } from './keeping.ts'
export { type SearchSlots, searchRoutes } from './routes.ts'
