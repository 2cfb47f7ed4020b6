import { object, oneOf } from '@lantern/contract/endpoint.ts'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { writeAudit } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { notificationKind, notify } from '#notifications/index.ts'

/** An address that takes nothing for so long is not asked any more. */
const longestFailureMs = 5 * 86_400_000

/** Admins are told that an address of their organisation is not told any more. */
export const webhookOff = notificationKind({
  name: 'webhook_off',
  group: 'account',
  icon: 'shield',
  label: 'webhooks.kind',
  hint: 'webhooks.kind_hint',
  channels: { site: 'now', mail: 'now', push: 'off' },
  required: ['site'],
  isUrgent: false,
  payload: object({
    organisationId: Type.String(),
    organisation: Type.String(),
    host: Type.String(),
    reason: oneOf('failing', 'gone'),
  }),
  write: ({ payload: { organisationId, organisation, host, reason } }, { t }) => ({
    title: t('webhooks.told_off', { host }),
    body: t(`webhooks.told_${reason}`, { organisation }),
    path: `/campus/organisation/${organisationId}/connections/webhooks`,
  }),
})

interface SwitchedOff {
  organisationId: string
  organisation: string
  url: string
  admins: string[]
}

/** Switches an address off that took nothing for days, or that its server says is gone, and tells the admins; once. */
export async function switchOffFailing(
  services: Services,
  trx: Trx,
  webhookId: string,
  isGone: boolean,
): Promise<void> {
  const now = services.clock.now()
  const reason = isGone ? 'gone' : 'failing'
  const { rows } = await sql<SwitchedOff>`
    update webhooks w set off_at = ${now}, off_reason = ${reason} from organisations o
    where w.id = ${webhookId} and o.id = w.organisation_id and w.off_at is null and w.ended_at is null
      and (${isGone} or w.failing_since <= ${new Date(now.getTime() - longestFailureMs)})
    returning o.id as "organisationId", o.name as organisation, w.url, array(
      select m.user_id from memberships m
      where m.organisation_id = o.id and m.role = 'admin' and m.ended_at is null order by m.user_id limit 500
    ) as admins`.execute(trx)
  const [off] = rows
  if (!off) return
  const { organisationId, organisation, url, admins } = off
  const detail = { reason }
  await writeAudit(trx, { actor: 'site', act: 'webhook_switched_off', subject: webhookId, organisationId, detail, now })
  await notify(services, trx, webhookOff, {
    people: admins,
    key: `webhook_off:${webhookId}:${now.toISOString()}`,
    payload: { organisationId, organisation, host: new URL(url).host, reason },
  })
}
