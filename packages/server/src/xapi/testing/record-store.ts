import { createXapiCredential } from '@lantern/contract/xapi/credentials.ts'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { Person, TestSite } from '#testing/site.ts'

export interface StoreRequest {
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Text and bytes go as they are, anything else as JSON. */
  body?: unknown
}

export interface StoreClient {
  id: string
  secret: string
  send(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD',
    path: string,
    request?: StoreRequest,
  ): Promise<LightMyRequestResponse>
}

/** A program with a key of the organisation, which an admin of it makes. */
export async function storeClient(site: TestSite, admin: Person, organisationId: string): Promise<StoreClient> {
  const made = await admin.call(createXapiCredential, { params: { id: organisationId }, body: { name: 'gradebook' } })
  expect(made.status).toBe(200)
  const { id, secret } = made.result
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  return {
    id,
    secret,
    send(method, path, { query = {}, headers = {}, body } = {}) {
      const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
      return site.inject({
        method,
        url: `/xapi${path}?${new URLSearchParams(query)}`,
        headers: {
          authorization,
          'x-experience-api-version': '2.0.0',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: isRaw ? body : JSON.stringify(body) }),
      })
    },
  }
}

export function sampleStatement(changes: object = {}): Record<string, unknown> {
  return {
    actor: { objectType: 'Agent', name: 'Ada', mbox: 'mailto:ada@school.example' },
    verb: { id: 'http://adlnet.gov/expapi/verbs/completed', display: { en: 'completed' } },
    object: { id: 'https://school.example/lessons/1', definition: { name: { en: 'Lights', de: 'Licht' } } },
    ...changes,
  }
}

/** A statement that voids the one with this id. */
export function voiding(id: string): Record<string, unknown> {
  return sampleStatement({
    verb: { id: 'http://adlnet.gov/expapi/verbs/voided' },
    object: { objectType: 'StatementRef', id },
  })
}
