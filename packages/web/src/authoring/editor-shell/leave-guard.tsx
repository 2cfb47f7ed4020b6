import { editLink } from '@lantern/contract/links.ts'
import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useDeskState, useEditorDesk } from './desk-context.tsx'

/** Asks before the page is left only while the server does not have everything, and tries to bring it there first. */
export function LeaveGuard() {
  const { desk, campus } = useEditorDesk()
  const { unsaved, keptAt, draft } = useDeskState()
  return (
    <LeaveQuestion
      desk={desk}
      isUnsafe={unsaved.length > 0}
      isUnsafeNow={() => desk.state().unsaved.length > 0}
      isKept={keptAt !== null}
      isElsewhere={(from, to) =>
        from.pathname !== to.pathname && !(draft && to.pathname === editLink(draft, { campus }))
      }
    />
  )
}

type LeaveQuestionProps = {
  desk: { keep(): Promise<void>; flush(): Promise<boolean> }
  isUnsafe: boolean
  isUnsafeNow: () => boolean
  /** On this device. */
  isKept: boolean
  isElsewhere: (from: Location, to: Location) => boolean
}

export function LeaveQuestion({ desk, isUnsafe, isUnsafeNow, isKept, isElsewhere }: LeaveQuestionProps) {
  const t = useMessages()
  useEffect(() => {
    if (!isUnsafe) return
    const hold = (event: BeforeUnloadEvent) => {
      void desk.keep()
      void desk.flush()
      event.preventDefault()
    }
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [desk, isUnsafe])

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsafeNow() && isElsewhere(currentLocation, nextLocation),
  )
  const isHeld = blocker.state === 'blocked'
  useEffect(() => {
    if (!isHeld) return
    void desk.flush().then((isSafe) => isSafe && blocker.proceed?.())
  }, [isHeld, desk, blocker.proceed])

  return (
    <ConfirmDialog
      open={isHeld && isUnsafe}
      title={t('authoring.leave_title')}
      confirmLabel={t('authoring.leave_go')}
      cancelLabel={t('authoring.leave_stay')}
      closeLabel={t('kit.close')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>{t(isKept ? 'authoring.leave_kept' : 'authoring.leave_lost')}</p>
    </ConfirmDialog>
  )
}
