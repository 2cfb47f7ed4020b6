import type { FieldProblem } from '@lantern/contract/errors.ts'
import type { setBlock } from '@lantern/contract/notifications/blocks.ts'
import { channels, followTypes, rhythms } from '@lantern/contract/notifications/channels.ts'
import type { setFollow } from '@lantern/contract/notifications/following.ts'
import type { PreferencesWish, savePreferences, setMute } from '@lantern/contract/notifications/preferences.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'

/** How the form comes back: saved, or with its input and its faults. */
export interface PreferencesAnswer {
  form: 'notifications'
  saved: boolean
  values: { quietFrom: string; quietUntil: string; timeZone: string }
  problems: readonly FieldProblem[]
  problem: string | null
}

/** What the forms of the panel do, with script and without. */
export async function actOnPreferences({ call, locale }: Api, form: FormData): Promise<PreferencesAnswer> {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 200)
  const values = { quietFrom: text('quietFrom'), quietUntil: text('quietUntil'), timeZone: text('timeZone') }
  const answer = { form: 'notifications', saved: true, values, problems: [], problem: null } as const
  const unmuted = text('unmute')
  const unfollowed = text('unfollow')
  const unblocked = text('unblock')
  try {
    if (unmuted) {
      const body = { of: form.get('of') === 'group' ? 'group' : 'item', id: unmuted, muted: false } as const
      await call<typeof setMute>('POST /api/learn/cn/notification/mute', { body })
      return answer
    }
    const type = followTypes.find((one) => one === form.get('type'))
    if (unfollowed && type) {
      await call<typeof setFollow>('POST /api/learn/cn/follow', { body: { type, id: unfollowed, on: false } })
      return answer
    }
    if (unblocked) {
      await call<typeof setBlock>('POST /api/learn/cn/block', { body: { id: unblocked, on: false } })
      return answer
    }
    const isQuiet = form.has('quiet')
    const hours = {
      timeZone: values.timeZone,
      quietFrom: isQuiet ? values.quietFrom || null : null,
      quietUntil: isQuiet ? values.quietUntil || null : null,
    }
    const body = { settings: settingsOf(form), hours }
    await call<typeof savePreferences>('POST /api/learn/cn/notification/preferences', { body })
    return answer
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    const t = translator(locale)
    const problems = error.details.map(({ field, message }) => ({ field: field.split('.').at(-1) ?? field, message }))
    const isOfFields = problems.length > 0 && problems.every(({ field }) => field in values)
    return { ...answer, saved: false, problems, problem: isOfFields ? null : failureText(error, t) }
  }
}

/** `named` lists the controls of the form: a switch that is off posts nothing. */
function settingsOf(form: FormData): NonNullable<PreferencesWish['settings']> {
  return form.getAll('named').flatMap((named) => {
    const [kind = '', channelName = ''] = String(named).split('.')
    const channel = channels.find((one) => one === channelName)
    const setting = rhythms.find((one) => one === (form.get(String(named)) ?? 'off'))
    return channel && setting ? [{ kind, channel, setting }] : []
  })
}
