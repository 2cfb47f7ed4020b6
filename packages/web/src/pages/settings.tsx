import type { getSession } from '@lantern/contract/identity/session.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { redirect } from 'react-router'
import { apiOf } from '#kit/api.ts'
import { translator, useMessages } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import { SettingsPanel } from '#shell/index.ts'
import type { Route } from './+types/settings.ts'

/** /settings#tab_learn: for people who are signed in. */
export async function loader({ context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const { user } = await call<typeof getSession>('GET /api/session')
  if (!user) throw redirect(signInPath('/settings#tab_learn'))
  return { title: translator(locale)('shell.settings_title') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }]
}

export default function Settings() {
  const t = useMessages()
  return (
    <main id="main" className="wrap section">
      <h1>{t('shell.settings_title')}</h1>
      <div className="section-head" />
      <SettingsPanel />
    </main>
  )
}
