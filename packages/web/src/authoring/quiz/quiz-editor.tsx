import type { QuizForms } from '@lantern/contract/authoring/forms.ts'
import { EditorFrame } from '../frame/editor-frame.tsx'
import type { EditorData } from '../frame/editor-kind.ts'
import { QuizDetailsPanel } from './details-panel.tsx'
import { GeneralPanel } from './general-panel.tsx'
import { QuestionsPanel } from './questions-panel.tsx'
import { quizKind } from './quiz-kind.ts'

/** The editor of a quiz: general, questions, details. */
export function QuizEditor({ data, campus }: { data: EditorData<QuizForms>; campus: boolean }) {
  return (
    <EditorFrame kind={quizKind} data={data} campus={campus}>
      {(part) =>
        part === 'general' ? <GeneralPanel /> : part === 'questions' ? <QuestionsPanel /> : <QuizDetailsPanel />
      }
    </EditorFrame>
  )
}
