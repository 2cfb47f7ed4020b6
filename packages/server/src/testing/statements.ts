import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/** A statement that some test made the site send, and the source file that sends it. */
export interface NotedStatement {
  text: string
  place: string
}

/** Each worker adds to a file of its own in this folder, a line a statement. */
export const notesOf = (folder: string) => join(folder, 'statements')

const noted = new Set<string>()

/** Notes a statement the first time that this process sends it; lists that differ in length alone are one statement. */
export function noteStatement(text: string): void {
  if (noted.has(text)) return
  noted.add(text)
  const kind = text.replace(/\$\d+/g, '$').replace(/(\(?\$(, )?)+\)?(, )?/g, '$')
  if (noted.has(kind)) return
  noted.add(kind)
  const place = placeOfCaller()
  // the queue's own statements are its own
  if (!place || /\.test\.ts$|^testing\/|\/testing\//.test(place) || text.includes('pgboss.')) return
  const line = JSON.stringify({ text, place } satisfies NotedStatement)
  appendFileSync(join(notesOf(inject('database').folder), `${process.pid}.jsonl`), `${line}\n`)
}

/** The nearest source file on the stack that builds statements of its own; null: none, as in the queue's. */
function placeOfCaller(): string | null {
  const usual = Error.stackTraceLimit
  Error.stackTraceLimit = 50
  const stack = new Error().stack ?? ''
  Error.stackTraceLimit = usual
  for (const [, place] of stack.matchAll(/\/server\/src\/([\w./-]+\.ts)/g))
    if (place && place !== 'kit/sql.ts' && !['testing/site.ts', 'testing/statements.ts'].includes(place)) return place
  return null
}
