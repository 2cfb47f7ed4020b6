import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { channels, offeredRhythms } from '@lantern/contract/notifications/channels.ts'
import type { NotificationPreferences, PreferencesWish } from '@lantern/contract/notifications/preferences.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { recipientsOf } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { siteTimeZone } from '#kit/site-time.ts'
import { inTransaction } from '#kit/sql.ts'
import { listBlocked } from './blocks.ts'
import { listFollowed } from './following.ts'
import { changeableOn, kindsFor } from './kind.ts'
import { type Kinds, wordsOf } from './list.ts'
import { listMutes } from './mutes.ts'
import { saveSettings } from './save-settings.ts'

/** How the person is told of each kind: what they have chosen, else what the kind does by itself. */
export async function readPreferences(
  services: Services,
  kinds: Kinds,
  viewer: SignedIn,
  locale: OfferedLocale,
): Promise<NotificationPreferences> {
  const { db, text, clock } = services
  const chosen = await db
    .selectFrom('notification_preferences')
    .select(['kind', 'channel', 'setting'])
    .where('user_id', '=', viewer.id)
    .execute()
  const hours = await db
    .selectFrom('notification_hours')
    .select(['time_zone', 'quiet_from', 'quiet_until'])
    .where('user_id', '=', viewer.id)
    .executeTakeFirst()
  const [person] = await recipientsOf(db, [viewer.id], clock.now())
  const email = person?.email ?? null
  const words = wordsOf(services, locale)
  return {
    kinds: kindsFor(kinds, viewer).map(({ name, group, label, hint, channels: defaults, required }) => ({
      kind: name,
      group,
      label: text(locale, label),
      hint: text(locale, hint),
      channels: channels.flatMap((channel) => {
        const byDefault = defaults[channel]
        if (byDefault === undefined) return []
        const choice = chosen.find((one) => one.kind === name && one.channel === channel)
        const isRequired = required.includes(channel)
        const setting = offeredRhythms[channel].find((one) => one === choice?.setting) ?? byDefault
        return [{ channel, setting: isRequired ? byDefault : setting, isRequired }]
      }),
    })),
    timeZone: hours?.time_zone ?? siteTimeZone,
    quietFrom: timeOf(hours?.quiet_from ?? null),
    quietUntil: timeOf(hours?.quiet_until ?? null),
    email: email && masked(email),
    muted: await listMutes(services, kinds, viewer, words),
    followed: await listFollowed(db, viewer),
    blocked: await listBlocked(db, viewer),
  }
}

/** Keeps what is named and leaves the rest as it was. */
export async function savePreferences(
  services: Services,
  kinds: Kinds,
  viewer: SignedIn,
  locale: OfferedLocale,
  { settings = [], hours }: PreferencesWish,
): Promise<NotificationPreferences> {
  for (const { kind, channel, setting } of settings) {
    const known = kinds.find(({ name }) => name === kind)
    if (!known || !changeableOn(known, channel) || !offeredRhythms[channel].includes(setting))
      throw notAccepted(`${kind}.${channel}`)
  }
  const row = hours && {
    time_zone: zoneNamed(hours.timeZone),
    quiet_from: minutesOf(hours.quietFrom),
    quiet_until: minutesOf(hours.quietUntil),
  }
  if (row && (row.quiet_from === null) !== (row.quiet_until === null))
    throw notAccepted(row.quiet_from === null ? 'hours.quietFrom' : 'hours.quietUntil', 'error_field_required')
  if (row && row.quiet_from !== null && row.quiet_from === row.quiet_until)
    throw notAccepted('hours.quietUntil', 'notifications.quiet_never_ends')
  await inTransaction(services.db, async (trx) => {
    await saveSettings(trx, viewer.id, settings)
    if (!row) return
    await trx
      .insertInto('notification_hours')
      .values({ user_id: viewer.id, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute()
  })
  return readPreferences(services, kinds, viewer, locale)
}

function notAccepted(field: string, message = 'bad_request') {
  return refuse('bad_request', { details: [{ field, message }] })
}

function zoneNamed(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch (cause) {
    throw refuse('bad_request', { details: [{ field: 'hours.timeZone', message: 'kit.schedule_time_zone' }], cause })
  }
}

function minutesOf(time: string | null): number | null {
  if (time === null) return null
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

function timeOf(minutes: number | null): string | null {
  if (minutes === null) return null
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** li***@example.cn: enough to recognise one's own. */
function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, at))}***${email.slice(at)}`
}
