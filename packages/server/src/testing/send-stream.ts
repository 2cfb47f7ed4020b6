import { once } from 'node:events'
import { request } from 'node:http'
import { wireNames } from '@lantern/contract/wire-names.ts'
import type { Person, TestSite } from './site.ts'
import { originOf } from './uploads.ts'

interface Sending {
  method?: 'POST' | 'PATCH'
  path: string
  /** Without `content-length` the body comes in chunks. */
  headers: Record<string, string>
  /** How many bytes of the body are sent at most: fewer than it says where the answer is to come before them. */
  bytes: number
}

/** Sends a body as a program does that listens while it writes, over a real connection, and stops at the answer. */
export async function sendStream(
  site: TestSite,
  person: Person,
  { method = 'POST', path, headers, bytes }: Sending,
): Promise<{ status: number } & Record<string, unknown>> {
  const { csrfToken } = (await person.inject({ method: 'GET', url: '/api/session' })).json<{ csrfToken: string }>()
  const url = new URL(path, await originOf(site))
  url.searchParams.set(wireNames.csrf, csrfToken)
  const cookie = Object.entries(person.cookies).map((pair) => pair.join('='))
  const asked = request(url, { method, headers: { cookie: cookie.join('; '), ...headers } })
  let isAnswered = false
  const answered = once(asked, 'response').finally(() => {
    isAnswered = true
  })
  asked.flushHeaders()
  const piece = Buffer.alloc(64 * 1024)
  for (let left = bytes; left > 0 && !isAnswered; left -= piece.length) {
    if (!asked.write(piece.subarray(0, Math.min(piece.length, left))))
      await Promise.race([once(asked, 'drain'), answered])
  }
  const [answer] = await answered
  const text = Buffer.concat(await Array.fromAsync(answer)).toString()
  asked.destroy()
  return { status: answer.statusCode, ...(text.startsWith('{') && JSON.parse(text)) }
}
