import { parseDocument } from 'yaml'
import { FileFailure } from './note.ts'

export interface FrontMatter {
  fields: Record<string, unknown>
  /** What follows it. */
  body: string
  /** Lines of the file above the body's first. */
  linesAbove: number
}

/** A file's bytes as text. Broken text would end up as boxes in a lesson: it is refused instead. */
export function decodeText(bytes: Uint8Array): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new FileFailure('not_utf8', '', { cause })
  }
  if (text.includes('\0')) throw new FileFailure('binary', '')
  return text.replace(/\r\n?/g, '\n')
}

export function splitFrontMatter(text: string): FrontMatter {
  const start = /^\s*---[ \t]*\n/.exec(text)
  if (!start) return { fields: {}, body: text, linesAbove: 0 }
  const rest = text.slice(start[0].length)
  const end = /^(?:---|\.\.\.)[ \t]*$/m.exec(rest)
  // a lone rule at the top of a text without front matter is a rule
  if (!end) {
    if (/^\w+:/.test(rest)) throw new FileFailure('front_matter', 'the closing --- is missing')
    return { fields: {}, body: text, linesAbove: 0 }
  }
  const body = rest.slice(end.index + end[0].length)
  const linesAbove = text.slice(0, text.length - body.length).split('\n').length - 1
  return { fields: parseFields(rest.slice(0, end.index)), body, linesAbove }
}

function parseFields(yaml: string): Record<string, unknown> {
  const document = parseDocument(yaml, { prettyErrors: true, merge: false })
  const [error] = document.errors
  if (error) throw new FileFailure('front_matter', error.message.split('\n')[0] ?? error.code)
  let fields: unknown
  try {
    fields = document.toJS({ maxAliasCount: 50 })
  } catch (cause) {
    throw new FileFailure('front_matter', cause instanceof Error ? cause.message : '', { cause })
  }
  if (fields === null || fields === undefined) return {}
  if (typeof fields !== 'object' || Array.isArray(fields)) throw new FileFailure('front_matter', 'not a list of fields')
  return fields as Record<string, unknown>
}

/** A field as one line of text; empty when it is absent or something else. */
export function textField(fields: Record<string, unknown>, ...names: string[]): string {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' || typeof value === 'number') return String(value).replace(/\s+/g, ' ').trim()
  }
  return ''
}

export function listField(fields: Record<string, unknown>, ...names: string[]): string[] {
  return names.flatMap((name) => {
    const value = fields[name]
    if (Array.isArray(value)) return value.map(String)
    return typeof value === 'string' ? value.split(/\s*,\s*/) : []
  })
}
