// What pages may use of authoring.

export type { LiveSessionForms, OutlineForms, QuizForms, TutorialForms } from '@lantern/contract/authoring/forms.ts'
export { AuthorBar } from './author-bar/author-bar-slot.tsx'
export { CourseImportPage } from './courses/course-import.tsx'
export { CourseImports } from './courses/course-imports.tsx'

export { CreatorDashboard } from './dashboard/creator-dashboard.tsx'
export {
  type DashboardChoice,
  dashboardQuery,
  dashboardTypes,
  readDashboard,
} from './dashboard/dashboard-address.ts'
export type { EditorData } from './editor-shell/editor-kind.ts'
export { takeBegun } from './editor-shell/new-drafts.ts'
export { readEditor } from './editor-shell/read-editor.ts'
export { FeaturedEditor, isFeaturedList } from './featured/featured-editor.tsx'
export { ItemInsights } from './insights/index.ts'
export { itemPicker } from './items/item-picker.ts'
export { LiveSessionEditor } from './live/live-session-editor.tsx'
export { OutlineEditor } from './outline/outline-editor.tsx'
export { QuizEditor } from './quiz/quiz-editor.tsx'
export { TutorialEditor } from './tutorial/tutorial-editor.tsx'
