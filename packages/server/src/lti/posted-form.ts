import { createHash } from 'node:crypto'
import { languageTag, type OfferedLocale } from '@lantern/contract/locales.ts'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#media/index.ts'

const send = 'document.forms[0].submit()'
const sendHash = createHash('sha256').update(send).digest('base64')

interface PostedForm {
  locale: OfferedLocale
  /** On the button, for who has no script. */
  label: string
  action: string
  fields: Readonly<Record<string, string>>
}

/** A page that does one thing: the browser posts these fields to another site. */
export function sendPostedForm(reply: FastifyReply, { locale, label, action, fields }: PostedForm): FastifyReply {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; script-src 'sha256-${sendHash}'; base-uri 'none'; frame-ancestors 'self'`,
    )
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(
      [
        `<!doctype html><html lang="${languageTag(locale)}"><meta charset="utf-8">`,
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
        `<title>${escapeHtml(label)}</title><main><form method="post" action="${escapeHtml(action)}">${inputs.join('')}`,
        `<button>${escapeHtml(label)}</button></form></main><script>${send}</script></html>`,
      ].join(''),
    )
}
