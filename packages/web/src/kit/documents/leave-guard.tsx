import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { type Location, useBlocker } from 'react-router'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useHeldTab } from '../held-tab.ts'
import { useMessages } from '../messages.tsx'
import type { DraftSync, StoredDraft } from './draft-sync-state.ts'

type LeaveGuardProps = {
  editor: Pick<DraftSync<unknown, StoredDraft<unknown>>, 'keep' | 'flush' | 'subscribe'> & {
    state(): { unsaved: readonly unknown[]; keptAt: string | null }
  }
  /** Going there shows another text. */
  isElsewhere: (from: Location, to: Location) => boolean
}

/** Asks before the page is left only while the server does not have everything, and tries to bring it there first. */
export function LeaveGuard({ editor, isElsewhere }: LeaveGuardProps) {
  const { unsaved, keptAt } = useSyncExternalStore(editor.subscribe, editor.state, editor.state)
  const isUnsafe = unsaved.length > 0
  const t = useMessages()
  const send = useCallback(() => {
    void editor.keep()
    void editor.flush()
  }, [editor])
  useHeldTab(isUnsafe, send)

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      editor.state().unsaved.length > 0 && isElsewhere(currentLocation, nextLocation),
  )
  const isHeld = blocker.state === 'blocked'
  useEffect(() => {
    if (!isHeld) return
    void editor.flush().then((isSafe) => isSafe && blocker.proceed?.())
  }, [isHeld, editor, blocker.proceed])

  return (
    <ConfirmDialog
      open={isHeld && isUnsafe}
      title={t('documents.leave_title')}
      confirmLabel={t('documents.leave_go')}
      cancelLabel={t('documents.leave_stay')}
      closeLabel={t('kit.close')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>{t(keptAt !== null ? 'documents.leave_kept' : 'documents.leave_lost')}</p>
    </ConfirmDialog>
  )
}
