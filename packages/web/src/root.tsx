import '#ui/styles/index.css'
import { languageTag } from '@lantern/contract/locales.ts'
import { type ReactNode, use } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import { apiOf } from '#kit/api.ts'
import { askedIn, KeepsAskedLocale, keepAskedLocale } from '#kit/asked-locale.tsx'
import { AnchorsLeaveThePage } from '#kit/insides/anchors-leave-the-page.tsx'
import firstPresses from '#kit/insides/first-presses.js?inline-script'
import firstWords from '#kit/insides/first-words.js?inline-script'
import { MessagesProvider } from '#kit/messages.tsx'
import { PressesAgain } from '#kit/press-again.tsx'
import { ScriptNonce } from '#kit/script-nonce.ts'
import { guestSession, SessionProvider } from '#kit/session.tsx'
import { afterPresses } from '#kit/unanswered.ts'
import { Personal, useOwn, VisitData } from '#kit/visit.tsx'
import firstLessonView from '#learning/first-lesson-view.js?inline-script'
import firstTheme from '#shell/first-theme.js?inline-script'
import { ErrorPage, readRoot, Shell } from '#shell/index.ts'
import type { Route } from './+types/root.ts'

/** Who is here and in which language; everything below reads it from here. */
export function loader({ context, request, url }: Route.LoaderArgs) {
  return readRoot(apiOf(context), request, url)
}

export const clientMiddleware = [keepAskedLocale(import.meta.env.SSR ? null : askedIn(window.location)), afterPresses]

/** Who is here changes by signing in or out, which loads the page anew: following a link need not ask again. */
export function shouldRevalidate({
  formMethod,
  defaultShouldRevalidate,
}: {
  formMethod?: string
  defaultShouldRevalidate: boolean
}) {
  return formMethod && formMethod !== 'GET' ? defaultShouldRevalidate : false
}

export function Layout({ children }: { children: ReactNode }) {
  const session = useOwn('root', useRouteLoaderData<typeof loader>('root'))?.session ?? guestSession()
  const nonce = use(ScriptNonce)
  // the browser need not have again what has run
  const firstScripts = import.meta.env.SSR ? firstTheme + firstLessonView + firstPresses + firstWords : ''
  return (
    <html lang={languageTag(session.locale)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {/* in the page itself: as files they would hold up the first picture */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: firstScripts }} />
        <Meta />
        <Links />
        {/* read by browsers that never hydrate it */}
        {import.meta.env.SSR && (
          <noscript>
            <link rel="stylesheet" href="/no-script.css" />
          </noscript>
        )}
      </head>
      <body>
        <MessagesProvider locale={session.locale}>
          <SessionProvider session={session}>
            <KeepsAskedLocale>{children}</KeepsAskedLocale>
            <PressesAgain />
            <AnchorsLeaveThePage />
          </SessionProvider>
        </MessagesProvider>
        <Personal>
          <VisitData />
        </Personal>
        <ScrollRestoration getKey={scrollKey} />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <ErrorPage error={error} />
    </Shell>
  )
}

/**
 * An anchor that the browser follows by itself has the key of the page that it lies on: it leads to its place, and never
 * back to where the page stood before.
 */
function scrollKey({ key, hash }: { key: string; hash: string }): string {
  return key === 'default' && hash !== '' ? `${hash} ${performance.now()}` : key
}
