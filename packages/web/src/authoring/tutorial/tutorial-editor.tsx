import type { TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { EditorFrame } from '../frame/editor-frame.tsx'
import type { EditorData } from '../frame/editor-kind.ts'
import { TutorialDetailsPanel } from './details-panel.tsx'
import { TutorialGeneralPanel } from './general-panel.tsx'
import { TutorialStepsPanel } from './steps-panel.tsx'
import { tutorialKind } from './tutorial-kind.ts'

export function TutorialEditor({ data, campus }: { data: EditorData<TutorialForms>; campus: boolean }) {
  return (
    <EditorFrame kind={tutorialKind} data={data} campus={campus}>
      {(part) => {
        if (part === 'general') return <TutorialGeneralPanel />
        return part === 'steps' ? <TutorialStepsPanel /> : <TutorialDetailsPanel />
      }}
    </EditorFrame>
  )
}
