import { hash } from 'node:crypto'

const policy = [
  "default-src 'self'",
  "font-src 'self'",
  "style-src 'self'",
  // progress bars and grids set their measure in the markup
  "style-src-attr 'unsafe-inline'",
  "connect-src 'self'",
  // the proof of work of a captcha
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ')

/**
 * The headers of a page with these inline scripts. A strict policy: scripts are our files, and exactly those; what is
 * shown in a frame comes from the `frames` origins, pictures and films come from us or from the `media` origins.
 */
export function policyHeaders(
  scriptHashes: readonly string[],
  { frames: frameOrigins, media: mediaOrigins }: PageOrigins,
): Record<string, string> {
  const scripts = scriptHashes.map((digest) => `'sha256-${digest}'`).join(' ')
  // the site itself: the preview of a page beside its editor
  const frames = ["'self'", ...frameOrigins].join(' ')
  const media = mediaOrigins.map((origin) => ` ${origin}`).join('')
  const sources = `img-src 'self' data: blob:${media}; media-src 'self' blob:${media}; frame-src ${frames}`
  return {
    'content-security-policy': `${policy}; ${sources}; script-src 'self' ${scripts}`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  }
}

/** Other sites than ours whose content a page shows. */
export interface PageOrigins {
  frames: readonly string[]
  media: readonly string[]
}

/** The origins that a page's headers let it show. */
export function originsIn(headers: Record<string, string>): PageOrigins {
  const policy = headers['content-security-policy'] ?? ''
  const originsOf = (sources = '') => sources.split(' ').filter((source) => /^https?:/.test(source))
  return {
    frames: originsOf(/frame-src ([^;]*)/.exec(policy)?.[1]),
    media: originsOf(/media-src ([^;]*)/.exec(policy)?.[1]),
  }
}

export function scriptHash(script: string | Buffer): string {
  return hash('sha256', script, 'base64')
}

/** Where the scripts without an address begin and end, found in the bytes as they are sent. */
export function inlineScripts(html: Buffer): { start: number; end: number }[] {
  const scripts: { start: number; end: number }[] = []
  for (let at = html.indexOf('<script'); at >= 0; at = html.indexOf('<script', at)) {
    const start = html.indexOf('>', at) + 1
    const end = html.indexOf('</script>', start)
    if (start === 0 || end < 0) break
    // data is no script: nothing runs it
    if (!/\ssrc=|application\/ld\+json/.test(html.toString('latin1', at, start))) scripts.push({ start, end })
    at = end
  }
  return scripts
}

/** Sites that an admin allowed for the text of this page alone: what the text may embed was decided when it was kept. */
export function embeddedOrigins(page: Buffer): string[] {
  if (!page.includes('data-embed="')) return []
  const found = page.toString('latin1').matchAll(/<figure [^>]*data-embed="(https?:\/\/[\w.:-]+)/g)
  return [...found].flatMap(([, origin = '']) => (URL.canParse(origin) ? [new URL(origin).origin] : []))
}

/** Sites of which an editor put a picture or a film on this page alone: they are marked so. */
export function mediaOrigins(page: Buffer): string[] {
  if (!page.includes('data-outside="')) return []
  const found = page.toString('latin1').matchAll(/<(?:span|video) [^>]*data-outside="(https:\/\/[\w.:-]+)"/g)
  return [...new Set([...found].flatMap(([, origin = '']) => (URL.canParse(origin) ? [new URL(origin).origin] : [])))]
}
