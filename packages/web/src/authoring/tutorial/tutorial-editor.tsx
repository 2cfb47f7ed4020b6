import type { TutorialForms } from '@lantern/contract/authoring/forms.ts'
import type { EditorData } from '../editor-shell/editor-kind.ts'
import { EditorShell } from '../editor-shell/editor-shell.tsx'
import { TutorialDetailsPanel } from './details-panel.tsx'
import { TutorialGeneralPanel } from './general-panel.tsx'
import type { ToolField } from './step-editor.tsx'
import { TutorialStepsPanel } from './steps-panel.tsx'
import { tutorialKind } from './tutorial-kind.ts'

interface TutorialEditorProps {
  data: EditorData<TutorialForms>
  campus: boolean
  toolField?: ToolField | undefined
}

export function TutorialEditor({ data, campus, toolField }: TutorialEditorProps) {
  return (
    <EditorShell kind={tutorialKind} data={data} campus={campus}>
      {(part) => {
        if (part === 'general') return <TutorialGeneralPanel />
        return part === 'steps' ? <TutorialStepsPanel toolField={toolField} /> : <TutorialDetailsPanel />
      }}
    </EditorShell>
  )
}
