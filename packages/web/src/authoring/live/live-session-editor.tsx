import type { LiveSessionForms } from '@lantern/contract/authoring/forms.ts'
import type { EditorData } from '../editor-shell/editor-kind.ts'
import { EditorShell } from '../editor-shell/editor-shell.tsx'
import { GeneralPanel } from '../quiz/general-panel.tsx'
import { LiveDetailsPanel } from './live-details-panel.tsx'
import { liveSessionKind } from './live-session-kind.ts'
import { ProjectPanel } from './project-panel.tsx'

/** The editor of a live session: general, the project it is about, and when, where and with whom it is. */
export function LiveSessionEditor({ data, campus }: { data: EditorData<LiveSessionForms>; campus: boolean }) {
  return (
    <EditorShell kind={liveSessionKind} data={data} campus={campus}>
      {(part) =>
        part === 'general' ? <GeneralPanel /> : part === 'contents' ? <ProjectPanel /> : <LiveDetailsPanel />
      }
    </EditorShell>
  )
}
