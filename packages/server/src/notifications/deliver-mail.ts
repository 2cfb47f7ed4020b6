import { languageTag } from '@lantern/contract/locales.ts'
import { mailSenderOf } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import type { Parcel } from './deliver.ts'
import { entryOf, type Kinds, wordsOf } from './list.ts'
import { unsubscribeToken } from './unsubscribe.ts'

const settingsPath = '/settings#tab_notifications'

/**
 * One mail in the person's language, as text and as a page. Where it can be turned off it says so to mail programs too
 * (RFC 8058): their button posts to the address in `List-Unsubscribe`.
 */
export async function sendMail(services: Services, kinds: Kinds, parcel: Parcel): Promise<void> {
  const { publicUrl, siteName: site } = services.config
  const { person, kind, rows } = parcel
  const words = wordsOf(services, person.locale)
  const { t } = words
  const entries = rows.flatMap((row) => entryOf(kinds, row, words) ?? [])
  const [first] = entries
  if (!first || person.email === null) return
  const subject = kind ? first.title : t('notifications.digest_subject', { count: entries.length, site })
  const isRequired = kind?.required.includes('mail') ?? false
  const token = unsubscribeToken(services, { userId: person.id, kind: kind?.name ?? null })
  const stop = `${publicUrl}/notifications/unsubscribe?token=${token}`
  const foot = isRequired
    ? [{ text: t('notifications.mail_required', { site }), url: null }]
    : [
        { text: t('notifications.mail_settings'), url: `${publicUrl}${settingsPath}` },
        { text: t('notifications.mail_stop'), url: stop },
      ]
  const parts = entries.map(({ title, body, path }) => ({ title, body, url: `${publicUrl}${path}` }))
  await mailSenderOf(services).send({
    to: person.email,
    subject,
    text: textOf(parts, foot),
    html: htmlOf({ lang: languageTag(person.locale), subject, parts, foot, open: t('notifications.mail_open') }),
    messageId: `<${first.id}.${kind ? 'one' : 'digest'}@${new URL(publicUrl).hostname}>`,
    ...(!isRequired && {
      headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
  })
}

interface Part {
  title: string
  body: string | null
  url: string
}

interface FootLine {
  text: string
  url: string | null
}

function textOf(parts: readonly Part[], foot: readonly FootLine[]): string {
  const blocks = parts.map(({ title, body, url }) => [title, body, url].filter(Boolean).join('\n'))
  const lines = foot.map(({ text, url }) => [text, url].filter(Boolean).join('\n'))
  return [...blocks, '--', ...lines].join('\n\n')
}

function htmlOf(mail: { lang: string; subject: string; parts: Part[]; foot: FootLine[]; open: string }): string {
  const parts = mail.parts.map(
    ({ title, body, url }) => `<div style="padding:16px 0;border-bottom:1px solid #d8dee6">
<p style="margin:0 0 4px;font-size:16px;font-weight:600;line-height:1.5">${escaped(title)}</p>
${body ? `<p style="margin:0 0 8px;line-height:1.6">${escaped(body)}</p>` : ''}
<p style="margin:0"><a href="${escaped(url)}" style="color:#0a5fd0">${escaped(mail.open)}</a></p>
</div>`,
  )
  const foot = mail.foot.map(({ text, url }) =>
    url === null
      ? `<p style="margin:0 0 4px">${escaped(text)}</p>`
      : `<p style="margin:0 0 4px"><a href="${escaped(url)}" style="color:#5b6673">${escaped(text)}</a></p>`,
  )
  return `<!doctype html>
<html lang="${mail.lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(mail.subject)}</title></head>
<body style="margin:0;padding:24px 16px;font-family:system-ui,sans-serif;font-size:15px">
<div style="max-width:560px;margin:0 auto">
${parts.join('\n')}
<div style="padding-top:16px;font-size:13px;color:#5b6673">${foot.join('\n')}</div>
</div>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
