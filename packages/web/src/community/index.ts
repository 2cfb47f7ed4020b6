export { ReportStatsDesk, readStatsPeriod } from './report-stats-desk.tsx'
