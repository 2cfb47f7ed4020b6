import type { copyDraft } from '@lantern/contract/authoring/drafts.ts'
import { editLink } from '@lantern/contract/links.ts'
import { Suspense, useMemo, useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { useDeskState, useEditorDesk } from '../editor-shell/desk-context.tsx'
import type { DeskConflict } from '../editor-shell/desk-state.ts'
import type { AnyForms } from '../editor-shell/editor-kind.ts'
import { conflictDifferences } from './conflict-differences.ts'
import { SaveConflict } from './save-conflict.tsx'

const CompareDialog = lazyPart(async () => ({ default: (await import('./compare-dialog.tsx')).CompareDialog }))

export function ConflictNotice({ conflict }: { conflict: DeskConflict<AnyForms> }) {
  const t = useMessages()
  const { desk, campus, kind, open } = useEditorDesk()
  const { forms, draft } = useDeskState()
  const [compares, setCompares] = useState(false)
  const [copying, setCopying] = useState(false)
  const { theirs } = conflict
  const count = useMemo(() => conflictDifferences(conflict, forms).length, [conflict, forms])

  const saveAsCopy = async () => {
    if (!draft) return
    setCopying(true)
    try {
      const sent = desk.state().forms
      const copy = await call<typeof copyDraft>('POST /api/learn/creator/draft/:id/copy', {
        params: { id: draft.id },
        body: { forms: sent },
      })
      const isThere = await desk.moveTo(copy.id, sent)
      toast({ tone: 'good', text: t('authoring.copy_made') })
      if (isThere) await open(editLink({ type: kind.type, id: copy.id }, { campus }))
    } catch (error) {
      toastFailure(error, t)
    } finally {
      setCopying(false)
    }
  }
  return (
    <>
      <SaveConflict
        theirs={theirs}
        hasBase={conflict.base !== null}
        count={count}
        onCompare={() => setCompares(true)}
        moreActs={
          <Button size="s" busy={copying} onClick={saveAsCopy}>
            {t('authoring.save_as_copy')}
          </Button>
        }
      />
      {compares && (
        <Suspense>
          <CompareDialog conflict={conflict} onClose={() => setCompares(false)} />
        </Suspense>
      )}
    </>
  )
}
