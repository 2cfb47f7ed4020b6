import { createRosterClient } from '@lantern/contract/rosters/oneroster-clients.ts'
import { expect } from 'vitest'
import type { Person, TestSite } from '#testing/site.ts'

const scope = 'https://purl.imsglobal.org/spec/or/v1p2/scope'
const rostering = '/ims/oneroster/rostering/v1p2'

export interface RosterAnswer {
  status: number
  headers: Record<string, unknown>
  // what a test asks of it differs from answer to answer
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  body: any
  /** Addresses of other pages. */
  links: Record<string, string>
}

/** A program outside with a key of an organisation, which an admin of it makes. */
export async function rosterReader(site: TestSite, admin: Person, organisationId: string) {
  const { status, result } = await admin.call(createRosterClient, {
    params: { id: organisationId },
    body: { name: 'Timetable' },
  })
  expect(status).toBe(200)
  await site.settle()
  const { id, secret } = result

  async function token(scopes = ['roster.readonly'], key = { id, secret }) {
    const answer = await site.inject({
      method: 'POST',
      url: '/ims/oneroster/oauth/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${key.id}:${key.secret}`).toString('base64')}`,
      },
      payload: new URLSearchParams({
        grant_type: 'client_credentials',
        scope: scopes.map((one) => `${scope}/${one}`).join(' '),
      }).toString(),
    })
    return { status: answer.statusCode, ...(answer.json() as { access_token: string; error?: string }) }
  }

  async function read(path: string, given?: string): Promise<RosterAnswer> {
    // a token of its own: the clock of a test may have passed the last one
    const by = given ?? (await token()).access_token
    const url = path.startsWith('http') ? path.replace(/^https?:\/\/[^/]+/, '') : `${rostering}${path}`
    const answer = await site.inject({ method: 'GET', url, headers: by ? { authorization: `Bearer ${by}` } : {} })
    const links = String(answer.headers.link ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.json(),
      links: Object.fromEntries([...links].map(([, address, rel]) => [rel, address])),
    }
  }
  return { id, secret, token, read }
}
