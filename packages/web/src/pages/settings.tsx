import type { getProfile } from '@lantern/contract/identity/account.ts'
import type { getSession } from '@lantern/contract/identity/session.ts'
import type { getCalendarFeed } from '@lantern/contract/live/calendar.ts'
import type { getPreferences } from '@lantern/contract/notifications/preferences.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect, useActionData, useLoaderData, useLocation } from 'react-router'
import { actOnProfileForm, ProfilePanel } from '#identity/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { useHydrated } from '#kit/hydrated.ts'
import { translator, useMessages } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrSay } from '#kit/unsent.ts'
import { actOnFeedForm, CalendarFeed } from '#live/index.ts'
import { actOnPreferences, PreferencesPanel } from '#notifications/index.ts'
import { SettingsPanel } from '#shell/index.ts'
import { LinkTabs } from '#ui/tabs.tsx'
import type { Route } from './+types/settings.ts'

/** /settings#tab_learn: for people who are signed in. */
export async function loader({ context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const { user } = await call<typeof getSession>('GET /api/session')
  if (!user) throw redirect(signInPath('/settings#tab_learn'))
  const profile = await call<typeof getProfile>('GET /api/learn/cn/account/profile')
  const preferences = await call<typeof getPreferences>('GET /api/learn/cn/notification/preferences')
  const feed = await call<typeof getCalendarFeed>('GET /api/learn/cn/liveSession/feed')
  const next = profile.nextUpdateProfileTime
  const waitsUntil = next !== null && Date.parse(next) > Date.now() ? next : null
  return { profile, preferences, feed, waitsUntil, title: translator(locale)('shell.settings_title') }
}

/** The notifications' form, and the profile as it is posted without script. */
export async function action({ request, context }: Route.ActionArgs) {
  try {
    const form = await request.formData()
    if (form.get('form') === 'calendar') {
      await actOnFeedForm(apiOf(context), form)
      return redirect('/settings#tab_notifications')
    }
    const act = form.get('form') === 'notifications' ? actOnPreferences : actOnProfileForm
    const answer = await act(apiOf(context), form)
    return data(answer, { status: answer.saved ? 200 : 422 })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath('/settings#tab_learn'))
    throw error
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }]
}

const tabs = ['tab_learn', 'tab_profile', 'tab_notifications'] as const

export default function Settings() {
  const t = useMessages()
  const { profile, preferences, feed, waitsUntil } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { hash } = useLocation()
  // the server never hears of the part behind the #
  const hydrated = useHydrated()
  const tab = tabs.find((one) => hydrated && hash === `#${one}`) ?? 'tab_learn'
  const hides = (one: (typeof tabs)[number]) => hydrated && tab !== one
  return (
    <main id="main" className="wrap page-stack">
      <h1>{t('shell.settings_title')}</h1>
      <LinkTabs
        label={t('shell.settings_nav')}
        tabs={[
          { to: '/settings#tab_learn', label: t('shell.settings_learn'), current: tab === 'tab_learn' },
          { to: '/settings#tab_profile', label: t('shell.settings_profile'), current: tab === 'tab_profile' },
          {
            to: '/settings#tab_notifications',
            label: t('notifications.title'),
            current: tab === 'tab_notifications',
          },
        ]}
      />
      {/* all until the browser can say which, so that all are there without script */}
      <div hidden={hides('tab_learn')}>
        <SettingsPanel />
      </div>
      <div hidden={hides('tab_profile')}>
        <ProfilePanel
          profile={profile}
          waitsUntil={waitsUntil}
          answer={answer && 'form' in answer ? undefined : answer}
        />
      </div>
      <div hidden={hides('tab_notifications')}>
        <PreferencesPanel
          preferences={preferences}
          answer={answer && 'form' in answer ? answer : undefined}
          action="/settings#tab_notifications"
        />
        <CalendarFeed feed={feed} />
      </div>
    </main>
  )
}
