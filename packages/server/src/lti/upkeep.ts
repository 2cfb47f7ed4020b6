import { toolMarksTopic } from '@lantern/contract/lti/topics.ts'
import { sql } from 'kysely'
import { deleteInBatches } from '#kit/delete-in-batches.ts'
import type { Services } from '#kit/services.ts'
import { readAllMembers } from './contexts.ts'
import { rotateKeys } from './keys.ts'
import { sendScores } from './send-scores.ts'

/**
 * Who may follow their own marks. Every minute scores go back to platforms. Every night the next key is made where it is time, and what was begun and
 * never finished goes.
 */
export function keepLti(services: Services): void {
  services.topics.declare(toolMarksTopic, { mayFollow: (viewer, { userId }) => viewer.id === userId })
  services.jobs.everyMinute('lti.send_scores', () => sendScores(services))
  services.jobs.daily('lti.read_members', () => readAllMembers(services))
  services.jobs.daily('lti.upkeep', async () => {
    await rotateKeys(services)
    const now = services.clock.now()
    await deleteInBatches(services.db, 'lti_departures', sql`expires_at <= ${now}`)
    await deleteInBatches(services.db, 'lti_arrivals', sql`expires_at <= ${now}`)
    await deleteInBatches(services.db, 'lti_choices', sql`expires_at <= ${now}`)
    await deleteInBatches(services.db, 'lti_registrations', sql`expires_at <= ${now}`)
    await deleteInBatches(services.db, 'lti_tool_registrations', sql`expires_at <= ${now}`)
    await deleteInBatches(services.db, 'lti_tool_visits', sql`expires_at <= ${now}`)
    await deleteInBatches(services.db, 'lti_used_tokens', sql`expires_at <= ${now}`)
  })
}
