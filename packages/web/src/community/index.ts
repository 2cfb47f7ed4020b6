import { later } from '#kit/later.tsx'

export { actOnDiscussion } from './discussion-act.ts'
export { DiscussionPage } from './discussion-page.tsx'
export { ReportStatsView, readStatsPeriod } from './report-stats-view.tsx'

/** Below an item: its script comes later. */
export const ItemDiscussion = later(async () => (await import('./item-discussion.tsx')).ItemDiscussion)
