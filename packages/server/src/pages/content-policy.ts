import { hash } from 'node:crypto'

const policy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
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
 * shown in a frame comes from these origins.
 */
export function policyHeaders(
  scriptHashes: readonly string[],
  frameOrigins: readonly string[],
): Record<string, string> {
  const scripts = scriptHashes.map((digest) => `'sha256-${digest}'`).join(' ')
  const frames = frameOrigins.length > 0 ? frameOrigins.join(' ') : "'none'"
  return {
    'content-security-policy': `${policy}; frame-src ${frames}; script-src 'self' ${scripts}`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  }
}

/** The origins that a page's headers let it show in a frame. */
export function frameOriginsIn(headers: Record<string, string>): string[] {
  const [, sources = ''] = /frame-src ([^;]*)/.exec(headers['content-security-policy'] ?? '') ?? []
  return sources.split(' ').filter((source) => source !== '' && source !== "'none'")
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
    if (!/\ssrc=/.test(html.toString('latin1', at, start))) scripts.push({ start, end })
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
