const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
  xhtml: 'application/xhtml+xml',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  wasm: 'application/wasm',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml',
  xsd: 'application/xml',
}

export type Encoding = 'gzip' | 'br' | null

export interface BuildFileFacts {
  contentType: string
  encoding: Encoding
}

/**
 * What the engine's own servers would say of a file of its builds. `game.wasm.br` is wasm that is packed; a file may
 * carry such an ending and be unpacked all the same, so its first bytes have the last word where they can be known.
 */
export function factsOf(path: string, head: Buffer): BuildFileFacts {
  const isGzip = head[0] === 0x1f && head[1] === 0x8b
  const name = path.toLowerCase()
  if (name.endsWith('.gz')) return { contentType: typeOf(name.slice(0, -3)), encoding: isGzip ? 'gzip' : null }
  if (name.endsWith('.br')) return { contentType: typeOf(name.slice(0, -3)), encoding: 'br' }
  if (name.endsWith('.unityweb')) {
    return { contentType: typeOf(name.slice(0, -9)), encoding: isGzip ? 'gzip' : isMarkedBrotli(head) ? 'br' : null }
  }
  return { contentType: typeOf(name), encoding: null }
}

/** Older builds say so in a comment of the packed file. */
function isMarkedBrotli(head: Buffer): boolean {
  return head.includes('UnityWeb Compressed Content (brotli)')
}

function typeOf(name: string): string {
  const inner = name.replace(/\.(code|framework|loader)$/, '.js')
  const ending = /\.([a-z0-9]+)$/.exec(inner)?.[1] ?? ''
  return types[ending] ?? 'application/octet-stream'
}
