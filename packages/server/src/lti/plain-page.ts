import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageTag } from '@lantern/contract/locales.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#kit/config.ts'
import { escapeHtml } from '#media/index.ts'

export const plainStylePath = '/lti/page.css'

/** Whose language and colours the page has. */
export type Looking = Pick<FastifyRequest, 'locale' | 'cookies'>

interface PlainPage {
  title: string
  /** Markup. */
  content: string
  /** Runs once the page is there. */
  script?: { code: string; hash: string }
  /** Where its forms go; absent: anywhere, for the browser leads on to another site. */
  formAction?: string
}

/** A page between two sites (sign-in, launch, refusal): one card in the site's colours, without header and menu. */
export function sendPlainPage(
  { locale, cookies }: Looking,
  reply: FastifyReply,
  { title, content, script, formAction }: PlainPage,
): FastifyReply {
  const theme = cookies?.lantern_theme
  const themed = theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : ''
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    ...(script ? [`script-src 'sha256-${script.hash}'`] : []),
    ...(formAction ? [`form-action ${formAction}`] : []),
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
  return reply
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(
      [
        `<!doctype html><html lang="${languageTag(locale)}"${themed}><head><meta charset="utf-8">`,
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
        `<title>${escapeHtml(title)}</title><link rel="stylesheet" href="${plainStylePath}"></head>`,
        `<body><main>${content}</main>${script ? `<script>${script.code}</script>` : ''}</body></html>`,
      ].join(''),
    )
}

/** The tokens of the site itself, so that the two never drift apart. */
export function plainStyle(config: Config): string {
  const tokens = join(config.siteRoot, 'packages/web/src/ui/styles/tokens.css')
  return `${readFileSync(tokens, 'utf8')}\n${readFileSync(join(import.meta.dirname, 'plain-page.css'), 'utf8')}`
}
