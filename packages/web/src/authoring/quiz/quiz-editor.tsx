import type { QuizForms } from '@lantern/contract/authoring/forms.ts'
import type { EditorData } from '../editor-shell/editor-kind.ts'
import { EditorShell } from '../editor-shell/editor-shell.tsx'
import { QuizDetailsPanel } from './details-panel.tsx'
import { GeneralPanel } from './general-panel.tsx'
import { QuestionsPanel } from './questions-panel.tsx'
import { quizKind } from './quiz-kind.ts'

/** The editor of a quiz: general, questions, details. */
export function QuizEditor({ data, campus }: { data: EditorData<QuizForms>; campus: boolean }) {
  return (
    <EditorShell kind={quizKind} data={data} campus={campus}>
      {(part) =>
        part === 'general' ? <GeneralPanel /> : part === 'questions' ? <QuestionsPanel /> : <QuizDetailsPanel />
      }
    </EditorShell>
  )
}
