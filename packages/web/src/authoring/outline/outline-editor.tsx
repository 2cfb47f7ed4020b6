import type { OutlineForms } from '@lantern/contract/authoring/forms.ts'
import type { EditorData } from '../editor-shell/editor-kind.ts'
import { EditorShell } from '../editor-shell/editor-shell.tsx'
import { GeneralPanel } from '../quiz/general-panel.tsx'
import { ContentsPanel } from './contents-panel.tsx'
import { OutlineDetailsPanel } from './outline-details-panel.tsx'
import { courseKind, projectKind } from './outline-kind.ts'

type OutlineEditorProps = { type: 'project' | 'course'; data: EditorData<OutlineForms>; campus: boolean }

/** The editor of a project or a course: general, contents, details. */
export function OutlineEditor({ type, data, campus }: OutlineEditorProps) {
  return (
    <EditorShell kind={type === 'project' ? projectKind : courseKind} data={data} campus={campus}>
      {(part) =>
        part === 'general' ? <GeneralPanel /> : part === 'contents' ? <ContentsPanel /> : <OutlineDetailsPanel />
      }
    </EditorShell>
  )
}
