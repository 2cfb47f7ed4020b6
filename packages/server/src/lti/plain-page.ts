import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#kit/escape-html.ts'
import { type Looking, plainDocument } from '#kit/plain-document.ts'

export const plainStylePath = '/lti/page.css'

interface PlainPage {
  title: string
  /** Markup. */
  content: string
  /** Runs once the page is there. */
  script?: { code: string; hash: string }
  /** Where its forms go; absent: anywhere, for the browser leads on to another site. */
  formAction?: string
  /** What its frames may show. */
  frames?: readonly string[]
}

/** A page between two sites (sign-in, launch, refusal): one card in the site's colours, without header and menu. */
export function sendPlainPage(
  looking: Looking,
  reply: FastifyReply,
  { title, content, script, formAction, frames }: PlainPage,
): FastifyReply {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    ...(script ? [`script-src 'sha256-${script.hash}'`] : []),
    ...(formAction ? [`form-action ${formAction}`] : []),
    ...(frames ? [`frame-src ${frames.join(' ')}`] : []),
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
  return reply
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(
      plainDocument({
        looking,
        style: plainStylePath,
        title: escapeHtml(title),
        body: `<body><main>${content}</main>${script ? `<script>${script.code}</script>` : ''}</body>`,
      }),
    )
}
