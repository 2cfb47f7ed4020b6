import { withParameters } from '@lantern/contract/identity/outside-ways.ts'
import { schoolSignInPath } from '@lantern/contract/identity/school-sign-in.ts'
import type { FastifyReply } from 'fastify'
import { Refusal } from '#kit/errors.ts'
import { Unproved } from '../provider/outside-source.ts'
import { SchoolAccountTaken } from './enter-by-school.ts'

/** The page that a departure began on, where it is said how it ended. */
export function entryOf(departure: { purpose: string; organisationId: string } | null, slug: string): string {
  return departure?.purpose === 'test'
    ? `/campus/organisation/${departure.organisationId}/connections/sign-in`
    : schoolSignInPath(slug)
}

/** The page says why, in the words of signing in elsewhere, and to who tests it what is to be mended. */
export function sayFailure(
  reply: FastifyReply,
  error: unknown,
  { departure, slug }: { departure: { purpose: string; organisationId: string } | null; slug: string },
): FastifyReply {
  if (!(error instanceof Refusal)) throw error
  const problem = error instanceof SchoolAccountTaken ? 'school_account_taken' : error.code
  const fault = departure?.purpose === 'test' && error instanceof Unproved ? error.fault : null
  return reply.redirect(withParameters(entryOf(departure, slug), { problem, fault }), 303)
}
