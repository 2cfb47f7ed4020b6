export { ReportStatsView, readStatsPeriod } from './report-stats-view.tsx'
