// What the command line, flows and higher domains may use of authoring.

export { type DemoOptions, type DemoOutcome, loadDemoSite } from './demo/load-demo-site.ts'
export { exportQuiz } from './export-quiz.ts'
export { type ImportOptions, importFolder } from './import/import-folder.ts'
export type { FileReport, ImportReport } from './import/report.ts'
