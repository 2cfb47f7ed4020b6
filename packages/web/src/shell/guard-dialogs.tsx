import type { ReactNode } from 'react'
import { useEffect } from 'react'
import {
  BindPhoneDialog,
  EmailRequiredDialog,
  NeedsReviewDialog,
  RealNameDialog,
  SuspendedDialog,
  TwoFactorDialog,
} from '#identity/index.ts'
import { toastSignedOut } from '#kit/failure.ts'
import { GuardProvider, type OpenGuard } from '#kit/guards.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useStartSignIn } from '#kit/require-login.tsx'
import { useSessionInActs } from '#kit/session.tsx'
import { useDialogs } from './dialogs.tsx'

/** Each guard asks in a dialog of its own; one that is asked for again takes its own place. */
export function GuardDialogs({ children }: { children: ReactNode }) {
  const t = useMessages()
  const dialogs = useDialogs()
  const startSignIn = useStartSignIn()
  const { user } = useSessionInActs()
  const open: OpenGuard = ({ stop, here, goOn }) => {
    const { guard } = stop
    // the page still shows a user: the session has ended since it was loaded
    if (guard === 'login') return user === null ? startSignIn() : toastSignedOut(t)
    dialogs.open({
      type: 'guard',
      key: guard,
      render: (close) => {
        if (stop.guard === 'phone') return <BindPhoneDialog onClose={close} onBound={goOn} />
        if (stop.guard === 'email') return <EmailRequiredDialog here={here} onClose={close} />
        if (stop.guard === 'tfa') return <TwoFactorDialog mode={stop.mode} here={here} onSkip={goOn} onClose={close} />
        if (stop.guard === 'review') return <NeedsReviewDialog onClose={close} />
        if (stop.guard === 'suspended') return <SuspendedDialog onClose={close} />
        return <RealNameDialog here={here} onVerified={goOn} onClose={close} />
      },
    })
  }
  return (
    <GuardProvider open={open}>
      {children}
      <SuspensionToldOnce />
    </GuardProvider>
  )
}

/** A suspended person is told before the wanted act. */
function SuspensionToldOnce() {
  const dialogs = useDialogs()
  const { suspend } = useSessionInActs().accountStatus
  useEffect(() => {
    if (!suspend) return
    dialogs.open({ type: 'guard', key: 'suspended', render: (close) => <SuspendedDialog onClose={close} /> })
  }, [dialogs, suspend])
  return null
}
