import { signInPath, signUpPath } from '@lantern/contract/redirects.ts'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { SignInDialog } from '#identity/index.ts'
import { takeFlash } from '#kit/flash.ts'
import { later } from '#kit/later.tsx'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { type StartSignIn, StartSignInProvider } from '#kit/require-login.tsx'
import { useSession } from '#kit/session.tsx'
import { HeaderSearch } from '#search/index.ts'
import { dismissToastsWithAction, toast } from '#ui/toast.ts'
import { ToastRegion } from '#ui/toast-region.tsx'
import { DialogHost, useDialogs } from './dialogs.tsx'
import styles from './shell.module.css'
import { signInStart } from './sign-in-start.ts'
import { SiteHeader } from './site-header.tsx'
import { SuspendedNotice } from './suspended-notice.tsx'

const SiteFooter = later(async () => (await import('./site-footer.tsx')).SiteFooter)

/** The frame of every page. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useMessages()
  return (
    <DialogHost>
      <SignInStarter>
        <a className="skip" href="#main">
          {t('shell.skip')}
        </a>
        <RouteProgress />
        <SiteHeader search={<HeaderSearch />} />
        <div className={styles.page}>
          <SuspendedNotice />
          {children}
        </div>
        <SiteFooter />
        <PageMessages />
        <ToastRegion label={t('shell.messages')} closeLabel={t('identity.close')} />
      </SignInStarter>
    </DialogHost>
  )
}

/** Signing in starts in a dialog on desktop where that is set, else on a page of its own. */
function SignInStarter({ children }: { children: ReactNode }) {
  const { user, features } = useSession()
  const dialogs = useDialogs()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const start: StartSignIn = (wish = {}) => {
    const desktop = window.matchMedia('(min-width: 768px) and (pointer: fine)').matches
    const how = signInStart({ signedIn: user !== null, desktop, popupLogin: features.popupLogin }, wish)
    const target = wish.redirectTo ?? `${pathname}${search}`
    if (how === 'target') return navigate(target)
    if (how === 'signup') return navigate(signUpPath(target))
    if (how === 'login') return navigate(signInPath(target))
    dialogs.open({
      type: 'sign-in',
      render: (close) => (
        <SignInDialog redirectTo={wish.redirectTo ?? null} registering={wish.registering ?? false} onClose={close} />
      ),
    })
  }
  return <StartSignInProvider start={start}>{children}</StartSignInProvider>
}

/** A thin line while the next page is on its way; the pause before it shows is in its style. */
function RouteProgress() {
  const t = useMessages()
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <div className={styles.progress} role="progressbar" aria-label={t('shell.loading')} />
}

/** Says what the page before wanted to say, and takes down what belonged to it. */
function PageMessages() {
  const t = useMessages()
  const { pathname } = useLocation()
  useEffect(() => {
    const key = takeFlash()
    if (key) toast({ tone: 'good', text: t(key as MessageKey) })
  }, [t])
  return <DismissToastsOnLeaving key={pathname} />
}

function DismissToastsOnLeaving() {
  useEffect(() => dismissToastsWithAction, [])
  return null
}
