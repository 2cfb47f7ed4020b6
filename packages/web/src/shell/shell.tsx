import { signInPath, signUpPath } from '@lantern/contract/redirects.ts'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { CountedPages } from '#analytics/index.ts'
import { SignInDialog } from '#identity/index.ts'
import { noteAsked } from '#kit/asked-fragment.ts'
import { takeFlash } from '#kit/flash.ts'
import { forgetActOfOtherPage } from '#kit/kept-act.ts'
import { later, lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { type StartSignIn, StartSignInProvider } from '#kit/require-login.tsx'
import { useSession, useSessionInActs } from '#kit/session.tsx'
import { useStillWorking } from '#kit/still-working.ts'
import { Personal } from '#kit/visit.tsx'
import { HeaderSearch } from '#search/index.ts'
import { dismissToastsWithAction, toast } from '#ui/toast.ts'
import { ToastRegion } from '#ui/toast-region.tsx'
import { DialogHost, useDialogs } from './dialogs.tsx'
import { GuardDialogs } from './guard-dialogs.tsx'
import { useHeaderTheme } from './header-theme.ts'
import { OfflineNotice } from './offline-notice.tsx'
import styles from './shell.module.css'
import { signInStart } from './sign-in-start.ts'
import { SiteHeader } from './site-header.tsx'
import { useTokenAtHand } from './use-token-at-hand.ts'

const AccountNotices = lazyPart(() => import('./account-notices.tsx'))
const BindBanner = later(async () => (await import('./bind-banner.tsx')).BindBanner)
const SiteFooter = later(async () => (await import('./site-footer.tsx')).SiteFooter)
const SuspendedNotice = later(async () => (await import('./suspended-notice.tsx')).SuspendedNotice)

/** The frame of every page. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useMessages()
  useTokenAtHand(useSessionInActs().user !== null)
  // a page that asks for no header stands alone: it has a head of its own, or none
  const stands = useHeaderTheme() === 'hidden'
  return (
    <DialogHost>
      <SignInStarter>
        <GuardDialogs>
          <a className="skip" href="#main">
            {t('shell.skip')}
          </a>
          <RouteProgress />
          <SiteHeader search={<HeaderSearch />} />
          <OfflineNotice />
          {!stands && (
            <Personal>
              <MemberBanner />
            </Personal>
          )}
          <div className={styles.page}>
            <Personal>
              <Suspension />
            </Personal>
            {children}
          </div>
          <ForgetsKeptAct />
          {!stands && <SiteFooter />}
          <PageMessages />
          <CountedPages />
          <StillWorking />
          <Personal>
            <AccountNotices />
          </Personal>
          <ToastRegion label={t('shell.messages')} closeLabel={t('kit.close')} />
        </GuardDialogs>
      </SignInStarter>
    </DialogHost>
  )
}

function MemberBanner() {
  return useSession().user && <BindBanner />
}

function Suspension() {
  return useSession().accountStatus.suspend && <SuspendedNotice />
}

/** Signing in starts in a dialog on desktop where that is set, else on a page of its own. */
function SignInStarter({ children }: { children: ReactNode }) {
  const { user, features } = useSessionInActs()
  const dialogs = useDialogs()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const start: StartSignIn = (wish = {}) => {
    const desktop = window.matchMedia('(min-width: 768px) and (pointer: fine)').matches
    const how = signInStart({ signedIn: user !== null, desktop, popupLogin: features.popupLogin }, wish)
    const target = wish.redirectTo ?? `${pathname}${search}${hash}`
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
  const { state, location } = useNavigation()
  useEffect(() => {
    if (location) noteAsked(location)
  }, [location])
  if (state === 'idle') return null
  return <div className={styles.progress} role="progressbar" aria-live="polite" aria-label={t('shell.loading')} />
}

/** A word about a request that takes long; nobody has to press again. */
function StillWorking() {
  const t = useMessages()
  const isSlow = useStillWorking()
  return (
    <div role="status" className={isSlow ? styles.slow : 'sr'}>
      {isSlow && t('kit.still_working')}
    </div>
  )
}

/** The page that the kept act is for does it, maybe when the script of a later part has come; any other page drops it. */
function ForgetsKeptAct() {
  const { pathname } = useLocation()
  useEffect(() => {
    if (!pathname.startsWith('/auth/')) forgetActOfOtherPage(pathname)
  }, [pathname])
  return null
}

/** Says what the page before wanted to say, and takes down what belonged to it. */
function PageMessages() {
  const t = useMessages()
  const { pathname } = useLocation()
  useEffect(() => {
    const key = takeFlash()
    if (key) toast({ tone: 'good', text: t(key) })
  }, [t])
  useEffect(() => {
    // the frame is drawn anew where the page turns into an error, and what was said of that stands
    if (messagesOf !== pathname) dismissToastsWithAction()
    messagesOf = pathname
  }, [pathname])
  return null
}

/** The page that the messages with an act belong to. */
let messagesOf: string | null = null
