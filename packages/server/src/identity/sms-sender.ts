import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { Services } from '#kit/services.ts'
import { tencentSmsSender } from './tencent-sms.ts'

export interface SmsMessage {
  phone: string
  code: string
  locale: OfferedLocale
}

/** Hands one message to the SMS service; throws when it could not. */
export interface SmsSender {
  send(message: SmsMessage): Promise<void>
}

export function smsSenderOf(services: Services): SmsSender {
  const { smsSender, tencent } = services.config
  if (smsSender === 'outbox') return outboxSender(services)
  if (!tencent) throw new Error('The settings of the cloud are missing')
  return tencentSmsSender(tencent)
}

/** Keeps messages on this site instead of sending them, to be read at /api/dev/outbox. */
function outboxSender({ db, text, clock, config }: Services): SmsSender {
  return {
    async send({ phone, code, locale }) {
      const body = text(locale, 'identity.sms_text', { site: config.siteName, code })
      await db
        .insertInto('outbox_messages')
        .values({ channel: 'sms', recipient: phone, code, body, sent_at: clock.now() })
        .execute()
    },
  }
}

export async function readOutboxOf(services: Services, recipient: string) {
  const rows = await services.db
    .selectFrom('outbox_messages')
    .select(['channel', 'recipient', 'code', 'body', 'sent_at'])
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return {
    messages: rows.map((row) => ({
      channel: row.channel === 'mail' ? ('mail' as const) : ('sms' as const),
      to: row.recipient,
      code: row.code,
      text: row.body,
      sentAt: row.sent_at.toISOString(),
    })),
  }
}
