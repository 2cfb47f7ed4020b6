import { keptBytes } from '#kit/kept-bytes.ts'
import { originsIn, policyHeaders, scriptHash } from './content-policy.ts'
import type { RenderedPage } from './page-request.ts'

/** A finished page with places in it where each learner's own values are printed. */
export interface PagePattern {
  headers: Record<string, string>
  parts: readonly Part[]
  /** Of the scripts that are the same for all. */
  scriptHashes: readonly string[]
  bytes: number
}

interface Part {
  isScript: boolean
  /** Bytes ready to be sent, and between them the stand-ins for what is printed. */
  pieces: readonly (Buffer | string)[]
}

/** Cuts a page where stand-ins are printed. */
export function patternOf({ headers, body, scripts = [] }: RenderedPage, standIns: readonly string[]): PagePattern {
  // longer ones first: one may be the beginning of another
  const longestFirst = [...standIns].sort((a, b) => b.length - a.length)
  const places = new RegExp(`(${longestFirst.map((text) => RegExp.escape(text)).join('|')})`)
  const cut = (bytes: Buffer) => piecesOf(bytes, places, standIns)
  const parts: Part[] = []
  const scriptHashes: string[] = []
  let at = 0
  for (const { start, end } of scripts) {
    const script = body.subarray(start, end)
    const pieces = cut(script)
    parts.push({ isScript: false, pieces: cut(body.subarray(at, start)) }, { isScript: true, pieces })
    if (pieces.length === 1) scriptHashes.push(scriptHash(script))
    at = end
  }
  parts.push({ isScript: false, pieces: cut(body.subarray(at)) })
  return { headers, parts, scriptHashes, bytes: body.length }
}

/** Copies, and the names as they were given: what is cut out of a text would hold the whole of it. */
function piecesOf(bytes: Buffer, places: RegExp, standIns: readonly string[]): Part['pieces'] {
  const pieces = bytes.toString().split(places)
  return pieces.map((piece, at) =>
    at % 2 === 0 ? keptBytes(Buffer.from(piece)) : (standIns[standIns.indexOf(piece)] ?? ''),
  )
}

/** The page of one learner: their values in their places, and the policy that names the scripts as they are now. */
export function pageWith(
  { headers, parts, scriptHashes }: PagePattern,
  values: ReadonlyMap<string, string>,
): RenderedPage {
  const hashes = [...scriptHashes]
  const printed = parts.flatMap(({ isScript, pieces }) => {
    const print = isScript ? inScript : inMarkup
    const ready = pieces.map((piece) =>
      typeof piece === 'string' ? Buffer.from(print(values.get(piece) ?? '')) : piece,
    )
    if (isScript && ready.length > 1) hashes.push(scriptHash(Buffer.concat(ready)))
    return ready
  })
  const policy = policyHeaders(hashes, originsIn(headers))
  return { status: 200, headers: { ...headers, ...policy }, cookies: [], body: Buffer.concat(printed) }
}

/** As React prints text and attributes. */
function inMarkup(value: string): string {
  return value.replace(/["&'<>]/g, (sign) => entities[sign as keyof typeof entities])
}

const entities = { '"': '&quot;', '&': '&amp;', "'": '&#x27;', '<': '&lt;', '>': '&gt;' }

/** As the router hands its data over: JSON, as a string of a script. */
function inScript(value: string): string {
  return inQuotes(inQuotes(value)).replace(
    /[&><\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function inQuotes(value: string): string {
  return JSON.stringify(value).slice(1, -1)
}
