import type { getProfile } from '@lantern/contract/identity/account.ts'
import type { getSession } from '@lantern/contract/identity/session.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect, useActionData, useLoaderData, useLocation } from 'react-router'
import { actOnProfileForm, ProfilePanel } from '#identity/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { useHydrated } from '#kit/hydrated.ts'
import { translator, useMessages } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import { SettingsPanel } from '#shell/index.ts'
import { LinkTabs } from '#ui/tabs.tsx'
import type { Route } from './+types/settings.ts'
import styles from './settings.module.css'

/** /settings#tab_learn: for people who are signed in. */
export async function loader({ context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const { user } = await call<typeof getSession>('GET /api/session')
  if (!user) throw redirect(signInPath('/settings#tab_learn'))
  const profile = await call<typeof getProfile>('GET /api/learn/cn/account/profile')
  const next = profile.nextUpdateProfileTime
  const waitsUntil = next !== null && Date.parse(next) > Date.now() ? next : null
  return { profile, waitsUntil, title: translator(locale)('shell.settings_title') }
}

/** The profile as it is posted without script. */
export async function action({ request, context }: Route.ActionArgs) {
  try {
    const answer = await actOnProfileForm(apiOf(context), await request.formData())
    return data(answer, { status: answer.saved ? 200 : 422 })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath('/settings#tab_learn'))
    throw error
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }]
}

export default function Settings() {
  const t = useMessages()
  const { profile, waitsUntil } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { hash } = useLocation()
  // the server never hears of the part behind the #
  const hydrated = useHydrated()
  const isProfile = hydrated && hash === '#tab_profile'
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      <h1>{t('shell.settings_title')}</h1>
      <LinkTabs
        label={t('shell.settings_nav')}
        tabs={[
          { to: '/settings#tab_learn', label: t('shell.settings_learn'), current: !isProfile },
          { to: '/settings#tab_profile', label: t('shell.settings_profile'), current: isProfile },
        ]}
      />
      {/* both until the browser can say which, so that both are there without script */}
      <div hidden={isProfile}>
        <SettingsPanel />
      </div>
      <div hidden={hydrated && !isProfile}>
        <ProfilePanel profile={profile} waitsUntil={waitsUntil} answer={answer} />
      </div>
    </main>
  )
}
