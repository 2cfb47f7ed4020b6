import type { getSession } from '@lantern/contract/identity/session.ts'
import type { listTokens } from '@lantern/contract/identity/tokens.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect } from 'react-router'
import { TokensPanel } from '#identity/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator, useMessages } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import type { Route } from './+types/own-tokens.ts'

/** /accountSafety/{userId}/tokens: with which programs read what one has learned and noted. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const { user } = await call<typeof getSession>('GET /api/session')
  if (!user) throw redirect(signInPath(pageAddress(url)))
  if (user.id !== params.userId) throw data(null, { status: 404 })
  const { tokens } = await call<typeof listTokens>('GET /api/learn/cn/token/list')
  return { userId: user.id, tokens, title: translator(locale)('tokens.title') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function OwnTokensRoute({ loaderData: { userId, tokens } }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <main id="main" className="wrap">
      <div className="page-stack">
        <header>
          <Breadcrumb
            label={t('identity.safety_title')}
            crumbs={[
              { label: t('identity.safety_title'), to: `/accountSafety/${userId}` },
              { label: t('tokens.title') },
            ]}
          />
          <h1>{t('tokens.title')}</h1>
        </header>
        <TokensPanel tokens={tokens} />
      </div>
    </main>
  )
}
