import { fault } from './shape-rules.ts'

export interface Part {
  /** By lower-case name. */
  headers: ReadonlyMap<string, string>
  bytes: Buffer
}

/** The boundary that a content type names; null when it is not `multipart/mixed` or names none. */
export function boundaryOf(contentType: string): string | null {
  if (!/^multipart\/mixed\s*(;|$)/i.test(contentType)) return null
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? plain ?? null
}

/** Parts of a `multipart/mixed` body (RFC 2046, 5.1). Throws for a body that the boundary does not divide. */
export function readParts(body: Buffer, boundary: string): Part[] {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1')
  const parts: Part[] = []
  let at = body.indexOf(delimiter)
  if (at > 0 && body.subarray(at - 2, at).toString('latin1') !== '\r\n') at = -1
  for (;;) {
    if (at < 0) throw fault('body', 'invalid')
    let start = at + delimiter.length
    if (body.subarray(start, start + 2).toString('latin1') === '--') return parts
    // blanks may follow a boundary on its line
    start = body.indexOf('\r\n', start) + 2
    const next = body.indexOf(Buffer.concat([Buffer.from('\r\n'), delimiter]), start - 2)
    if (start < 2 || next < 0) throw fault('body', 'invalid')
    parts.push(partOf(body.subarray(start, Math.max(start, next))))
    at = next + 2
  }
}

function partOf(bytes: Buffer): Part {
  // a part without headers begins with the empty line
  const end = bytes.subarray(0, 2).toString('latin1') === '\r\n' ? -2 : bytes.indexOf('\r\n\r\n')
  if (end === -1) throw fault('body', 'invalid')
  const lines = bytes
    .subarray(0, Math.max(0, end))
    .toString('latin1')
    .split('\r\n')
    .map((line) => /^([^:]+):\s*(.*?)\s*$/.exec(line))
  const headers = new Map(
    lines.flatMap((line) => (line ? [[(line[1] ?? '').toLowerCase(), line[2] ?? '']] : [])) as [string, string][],
  )
  return { headers, bytes: bytes.subarray(end + 4) }
}

/** The pieces of a `multipart/mixed` body around the bytes of each part. */
export function partHead(boundary: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `--${boundary}\r\n${lines.join('')}\r\n`
}
