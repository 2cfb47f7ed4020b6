import { withParameters } from '@lantern/contract/identity/outside-ways.ts'
import { schoolSignInPath } from '@lantern/contract/identity/school-sign-in.ts'
import type { FastifyReply } from 'fastify'
import { Refusal } from '#kit/errors.ts'
import { SchoolAccountTaken } from './enter-by-school.ts'

/** The page that a departure began on, where it is said how it ended. */
export function entryOf(departure: { purpose: string; organisationId: string } | null, slug: string): string {
  return departure?.purpose === 'test'
    ? `/campus/organisation/${departure.organisationId}/connections/sign-in`
    : schoolSignInPath(slug)
}

/** The page says why, in the words of signing in elsewhere. */
export function sayFailure(reply: FastifyReply, error: unknown, entry: string): FastifyReply {
  if (!(error instanceof Refusal)) throw error
  const problem = error instanceof SchoolAccountTaken ? 'school_account_taken' : error.code
  return reply.redirect(withParameters(entry, { problem }), 303)
}
