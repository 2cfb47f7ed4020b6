import type { AnyForms } from '@lantern/contract/authoring/forms.ts'
import { editLink } from '@lantern/contract/links.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isNewAddress } from './addresses.ts'
import type { DraftEditor } from './draft-editor-state.ts'
import type { EditorData } from './editor-kind.ts'
import { handOver } from './new-drafts.ts'

/** Replaces the address of a new editor by that of its draft once the draft exists. The editor is not mounted anew. */
export function useOwnAddress<Forms extends AnyForms>(
  draftEditor: DraftEditor<Forms>,
  { data, campus }: { data: EditorData<Forms>; campus: boolean },
): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { draft } = useSyncExternalStore(draftEditor.subscribe, draftEditor.state, draftEditor.state)
  const to = draft && isNewAddress(pathname) ? `${editLink(draft, { campus })}${search}` : null
  useEffect(() => {
    const { draft: begun } = draftEditor.state()
    if (!to || !begun) return
    handOver({ ...data, draft: begun, forms: begun.forms })
    void navigate(to, { replace: true, preventScrollReset: true })
  }, [to, draftEditor, data, navigate])
}
