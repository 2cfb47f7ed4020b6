import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { csrfCookie } from '#kit/http.ts'
import type { Services } from '#kit/services.ts'

/** Which browser this is, until it signs in: a digest of the cookie that every act needs. */
export function browserOf({ config }: Services, { cookies }: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(cookies[csrfCookie(config)] ?? '')
    .digest()
}

/** What a try of a code is counted by. */
export function whereFrom(services: Services, request: FastifyRequest): { browser: Buffer; ip: string } {
  return { browser: browserOf(services, request), ip: request.ip }
}
