import type { copyDraft } from '@lantern/contract/authoring/drafts.ts'
import { editLink } from '@lantern/contract/links.ts'
import { Suspense, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { GitMergeIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import { useDeskState, useEditorDesk } from '../frame/desk-context.tsx'
import type { DeskConflict } from '../frame/desk-state.ts'
import type { AnyForms } from '../frame/editor-kind.ts'
import { conflictDifferences } from './conflict-differences.ts'

const CompareDialog = lazyPart(async () => ({ default: (await import('./compare-dialog.tsx')).CompareDialog }))

/** Somebody else saved the same part. Both texts are whole: nothing happens to either before it is chosen. */
export function ConflictNotice({ conflict }: { conflict: DeskConflict<AnyForms> }) {
  const t = useMessages()
  const format = useFormat()
  const navigate = useNavigate()
  const { desk, campus, kind } = useEditorDesk()
  const { forms, draft } = useDeskState()
  const [compares, setCompares] = useState(false)
  const [copying, setCopying] = useState(false)
  const { theirs } = conflict
  const count = useMemo(() => conflictDifferences(conflict, forms).length, [conflict, forms])

  const saveAsCopy = async () => {
    if (!draft) return
    setCopying(true)
    try {
      const copy = await call<typeof copyDraft>('POST /api/learn/creator/draft/:id/copy', {
        params: { id: draft.id },
        body: { forms },
      })
      desk.takeTheirs()
      toast({ tone: 'good', text: t('authoring.copy_made') })
      await navigate(editLink({ type: kind.type, id: copy.id }, { campus }))
    } catch (error) {
      toastFailure(error, t)
    } finally {
      setCopying(false)
    }
  }
  return (
    <>
      <Notice
        tone="warn"
        live
        icon={<GitMergeIcon />}
        actions={
          <>
            <Button size="s" theme="primary" onClick={() => setCompares(true)}>
              {t('authoring.compare')}
            </Button>
            <Button size="s" busy={copying} onClick={saveAsCopy}>
              {t('authoring.save_as_copy')}
            </Button>
          </>
        }
      >
        <strong>
          {t(conflict.base ? 'authoring.conflict_title' : 'authoring.conflict_old_title', {
            name: theirs.savedBy?.fullName ?? t('authoring.somebody'),
            time: format.time(theirs.savedAt),
            version: theirs.version,
            count,
          })}
        </strong>
        <br />
        <span className="muted">{t('authoring.conflict_text')}</span>
      </Notice>
      {compares && (
        <Suspense>
          <CompareDialog conflict={conflict} onClose={() => setCompares(false)} />
        </Suspense>
      )}
    </>
  )
}
