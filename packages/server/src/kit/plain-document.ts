import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageTag } from '@lantern/contract/locales.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from './config.ts'

/** Whose language and colours a document has. */
export type Looking = Pick<FastifyRequest, 'locale' | 'cookies'>

interface PlainDocument {
  looking: Looking
  /** Address of its stylesheet. */
  style: string
  /** Markup, as `head` and `body`. */
  title: string
  head?: string
  body: string
}

/** A document with one stylesheet of its own and nothing of the site's pages around it. */
export function plainDocument({ looking: { locale, cookies }, style, title, head = '', body }: PlainDocument): string {
  const theme = cookies?.lantern_theme
  const themed = theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : ''
  return `<!doctype html>
<html lang="${languageTag(locale)}"${themed}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
${head}<link rel="stylesheet" href="${style}">
</head>
${body}
</html>`
}

/** The stylesheet of a plain document: the site's own tokens, so that the two never drift apart, and the file's rules. */
export function plainStyle(config: Config, file: string): string {
  const tokens = join(config.siteRoot, 'packages/web/src/ui/styles/tokens.css')
  return `${readFileSync(tokens, 'utf8')}\n${readFileSync(file, 'utf8')}`
}
