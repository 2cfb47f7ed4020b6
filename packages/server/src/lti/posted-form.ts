import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#kit/escape-html.ts'
import type { Looking } from '#kit/plain-document.ts'
import { sendPlainPage } from './plain-page.ts'

const code = 'document.forms[0].submit()'
const script = { code, hash: createHash('sha256').update(code).digest('base64') }

interface PostedForm {
  /** On the button, for who has no script. */
  label: string
  action: string
  fields: Readonly<Record<string, string>>
}

/** A page that does one thing: the browser posts these fields to another site. */
export function sendPostedForm(
  looking: Looking,
  reply: FastifyReply,
  { label, action, fields }: PostedForm,
): FastifyReply {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  const content = `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}<button>${escapeHtml(label)}</button></form>`
  return sendPlainPage(looking, reply, { title: label, content, script })
}
