import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useDeskState, useEditorDesk } from './desk-context.tsx'

/** Asks before the page is left only while the server does not have everything, and tries to bring it there first. */
export function LeaveGuard() {
  const t = useMessages()
  const { desk } = useEditorDesk()
  const { unsaved, keptAt } = useDeskState()
  const unsafe = unsaved.length > 0
  useEffect(() => {
    if (!unsafe) return
    const hold = (event: BeforeUnloadEvent) => {
      void desk.keep()
      void desk.flush()
      event.preventDefault()
    }
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [desk, unsafe])

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      desk.state().unsaved.length > 0 && currentLocation.pathname !== nextLocation.pathname,
  )
  const isHeld = blocker.state === 'blocked'
  useEffect(() => {
    if (!isHeld) return
    void desk.flush().then((isSafe) => isSafe && blocker.proceed?.())
  }, [isHeld, desk, blocker.proceed])

  return (
    <ConfirmDialog
      open={isHeld && unsafe}
      title={t('authoring.leave_title')}
      confirmLabel={t('authoring.leave_go')}
      cancelLabel={t('authoring.leave_stay')}
      closeLabel={t('authoring.close')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>{t(keptAt ? 'authoring.leave_kept' : 'authoring.leave_lost')}</p>
    </ConfirmDialog>
  )
}
