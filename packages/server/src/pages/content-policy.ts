import { hash } from 'node:crypto'

const policy = [
  "default-src 'self'",
  "font-src 'self'",
  // our sheets, and the one style that React Aria (3.53) writes into authors' pages: what may be pressed scrolls and zooms
  "style-src 'self' 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
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

export function scriptHash(script: string | Buffer): string {
  return hash('sha256', script, 'base64')
}

/** Where a script without an address begins and ends in the bytes as they are sent. */
export interface ScriptPlace {
  start: number
  end: number
}

/**
 * The page without the nonce that its own scripts were written with, and where they are. Only they run: a script that
 * came into the page with user content does not carry the nonce. The bytes that are sent
 * hold no nonce, so that one rendering can be kept for many.
 */
export function ownScripts(marked: Buffer, nonce: string): { body: Buffer; scripts: ScriptPlace[] } {
  const mark = Buffer.from(` nonce="${nonce}"`)
  const pieces: Buffer[] = []
  const scripts: ScriptPlace[] = []
  let from = 0
  for (let at = marked.indexOf(mark); at >= 0; at = marked.indexOf(mark, from)) {
    pieces.push(marked.subarray(from, at))
    from = at + mark.length
    const removed = pieces.length * mark.length
    const tag = marked.toString('latin1', marked.lastIndexOf('<', at), marked.indexOf('>', at) + 1)
    // one with an address is a file of ours, which the policy allows anyway
    if (!tag.startsWith('<script') || /\ssrc=/.test(tag)) continue
    const start = marked.indexOf('>', at) + 1
    scripts.push({ start: start - removed, end: marked.indexOf('</script>', start) - removed })
  }
  pieces.push(marked.subarray(from))
  return { body: Buffer.concat(pieces), scripts }
}

/** Sites that an admin allowed for the text of this page alone: what the text may embed was decided when it was kept. */
export function embeddedOrigins(page: Buffer | string): string[] {
  if (!page.includes('data-embed="')) return []
  const found = textOf(page).matchAll(/<figure [^>]*data-embed="(https?:\/\/[\w.:-]+)/g)
  return [...found].flatMap(([, origin = '']) => (URL.canParse(origin) ? [new URL(origin).origin] : []))
}

/** Sites of which an editor put a picture or a film on this page alone: they are marked so. */
export function mediaOrigins(page: Buffer | string): string[] {
  if (!page.includes('data-outside="')) return []
  const found = textOf(page).matchAll(/<(?:span|video) [^>]*data-outside="(https:\/\/[\w.:-]+)"/g)
  return [...new Set([...found].flatMap(([, origin = '']) => (URL.canParse(origin) ? [new URL(origin).origin] : [])))]
}

/** What is looked for in it is ASCII. */
function textOf(page: Buffer | string): string {
  return typeof page === 'string' ? page : page.toString('latin1')
}
