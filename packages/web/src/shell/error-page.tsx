import { signInPath } from '@lantern/contract/redirects.ts'
import { type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { ApiError } from '#kit/api.ts'
import { reloadPage } from '#kit/leave-page.ts'
import { useMessages } from '#kit/messages.tsx'
import { isAwayStatus } from '#kit/network-back.ts'
import { useSite } from '#kit/session.tsx'
import { useAddress } from '#kit/use-address.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import styles from './error-page.module.css'

/** Shown in place of a failed page: the error, what is kept, and what to do. */
export function ErrorPage({ error }: { error: unknown }) {
  const status = statusOf(error)
  // a page that is refused is not told apart from one that does not exist
  if (status === 404 || status === 403 || status === 400) return <NotFound />
  if (status === 401) return <SignInNeeded />
  if (isAwayStatus(status)) return <Away />
  if (isUnreached(error)) return <Unreached />
  return <Broken />
}

export function NotFound() {
  const t = useMessages()
  return (
    <Frame
      title={t('shell.not_found_title')}
      kind="empty"
      action={
        <>
          <LinkButton theme="primary" to="/">
            {t('shell.not_found_home')}
          </LinkButton>
          <LinkButton to="/search">{t('shell.not_found_search')}</LinkButton>
        </>
      }
    >
      <p>{t('shell.not_found_text')}</p>
    </Frame>
  )
}

function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) || error instanceof ApiError ? error.status : 500
}

function SignInNeeded() {
  const t = useMessages()
  const here = useAddress()
  return (
    <Frame
      title={t('shell.sign_in_needed_title')}
      kind="guest"
      action={
        <LinkButton theme="primary" to={signInPath(here)}>
          {t('identity.sign_in')}
        </LinkButton>
      }
    >
      <p>{t('shell.sign_in_needed_text')}</p>
    </Frame>
  )
}

/** Loads the page by itself as soon as it is there again. */
function Away() {
  const t = useMessages()
  useEffect(() => whenBack(reloadPage), [])
  return (
    <Frame title={t('shell.away_title')} kind="error" action={<TryAgain />}>
      <p>{t('shell.away_text')}</p>
      <p>{t('shell.away_returns')}</p>
      <noscript>
        <meta httpEquiv="refresh" content="10" />
      </noscript>
    </Frame>
  )
}

const firstPauseMs = 2_000
const longestPauseMs = 15_000

/** Asks for this page again and again, ever less often; not all browsers of a class ask at the same moment. */
function whenBack(act: () => void): () => void {
  let pauseMs = firstPauseMs
  let timer = setTimeout(ask, spread(pauseMs))
  const leaving = new AbortController()
  async function ask() {
    const status = await fetch(window.location.href, {
      method: 'HEAD',
      cache: 'no-store',
      signal: leaving.signal,
    }).then(
      (answer) => answer.status,
      () => 0,
    )
    if (leaving.signal.aborted) return
    if (status !== 0 && !isAwayStatus(status)) return act()
    pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)
    timer = setTimeout(ask, spread(pauseMs))
  }
  return () => {
    clearTimeout(timer)
    leaving.abort()
  }
}

function spread(pauseMs: number): number {
  return pauseMs * (0.75 + Math.random() / 2)
}

function Broken() {
  const t = useMessages()
  return (
    <Frame title={t('shell.broken_title')} kind="error" action={<TryAgain />}>
      <p>{t('shell.broken_text')}</p>
    </Frame>
  )
}

/** The request for the page never arrived; browsers have no common name for it. */
function isUnreached(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
}

/** Loads the page by itself as soon as there is a network again. */
function Unreached() {
  const t = useMessages()
  useEffect(() => {
    window.addEventListener('online', reloadPage)
    return () => window.removeEventListener('online', reloadPage)
  }, [])
  return (
    <Frame title={t('shell.unreached_title')} kind="error" action={<TryAgain />}>
      <p>{t('shell.unreached_text')}</p>
    </Frame>
  )
}

/** A link to this same address that the router leaves to the browser: it loads everything anew. */
function TryAgain() {
  const t = useMessages()
  const { pathname, search } = useLocation()
  return (
    <LinkButton theme="primary" to={`${pathname}${search}`} target="_self">
      {t('shell.try_again')}
    </LinkButton>
  )
}

interface FrameProps {
  title: string
  kind: 'empty' | 'error' | 'guest'
  action?: ReactNode
  children: ReactNode
}

function Frame({ title, kind, action, children }: FrameProps) {
  const { site } = useSite()
  return (
    <main id="main" className="wrap">
      <title>{`${title} · ${site.name}`}</title>
      <EmptyState className={styles.page} kind={kind} level={1} bare title={title} actions={action}>
        {children}
      </EmptyState>
    </main>
  )
}
