import type { copyDraft } from '@lantern/contract/authoring/drafts.ts'
import { editLink } from '@lantern/contract/links.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { useDraftState, useEditorTools } from '../editor-shell/editor-tools.tsx'

/** Leaves the other author's text as it is and continues one's own in a copy of the item. */
export function SaveAsCopy() {
  const t = useMessages()
  const { draftEditor, campus, kind, open } = useEditorTools()
  const { draft } = useDraftState()
  const [busy, setBusy] = useState(false)
  const copy = async () => {
    if (!draft) return
    setBusy(true)
    try {
      const sent = draftEditor.state().forms
      const made = await call<typeof copyDraft>('POST /api/learn/creator/draft/:id/copy', {
        params: { id: draft.id },
        body: { forms: sent },
      })
      const isThere = await draftEditor.moveTo(made.id, sent)
      toast({ tone: 'good', text: t('authoring.copy_made') })
      if (isThere) await open(editLink({ type: kind.type, id: made.id }, { campus }))
    } catch (error) {
      toastFailure(error, t)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="s" busy={busy} onClick={copy}>
      {t('authoring.save_as_copy')}
    </Button>
  )
}
