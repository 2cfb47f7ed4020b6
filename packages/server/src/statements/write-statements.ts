import { certificateEvent } from '@lantern/contract/certificates/events.ts'
import { itemCompleted } from '@lantern/contract/learning/events.ts'
import { pathCompleted } from '@lantern/contract/paths/events.ts'
import { attemptGraded } from '@lantern/contract/quiz/events.ts'
import { type AssignmentOf, assignmentsOf } from '#campus/index.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import type { StreamedEvent } from '#kit/stream.ts'
import { keptIds, listStatements, type Statement, statementIdOf, storeWithin } from '#xapi/index.ts'
import { readAttempts, readCertificates, readItems } from './facts.ts'
import { earnedVerb, type Saying, statementMaker } from './sentences.ts'

const followed = [itemCompleted, attemptGraded, pathCompleted, certificateEvent] as const

type Followed = StreamedEvent<(typeof followed)[number]>

/** What an organisation's records are told. */
interface Said {
  organisationId: string
  position: number
  saying: Saying
}

/**
 * Writes what happens for the classes of an organisation, its paths and its certificates into its learning records, where
 * its admins want that. What a person learns besides is in no school's records, as it is told to no school's server.
 */
export function writeStatements(services: Services): void {
  services.stream.subscribe('statements.write', followed, async (batch, trx) => {
    const rows = await trx
      .selectFrom('xapi_settings')
      .select('organisation_id')
      .where('writes_own', '=', true)
      .execute()
    const wanted = new Set(rows.map((row) => row.organisation_id))
    if (wanted.size === 0) return
    const said = (await sayings(services, trx, batch)).filter(({ organisationId }) => wanted.has(organisationId))
    const make = statementMaker(services.config)
    // one organisation after the other, always in the same order: whoever stores takes its turn in each
    for (const organisationId of [...new Set(said.map((one) => one.organisationId))].toSorted()) {
      const principal = { organisationId, authority: make.authority }
      const ofIt = said.filter((one) => one.organisationId === organisationId)
      const ids = ofIt.map(({ position, saying }) => idOf(organisationId, position, saying))
      const known = await keptIds(trx, organisationId, ids)
      let waiting: Statement[] = []
      for (const { position, saying } of ofIt) {
        const id = idOf(organisationId, position, saying)
        if (known.has(id)) continue
        known.add(id)
        if (saying.kind !== 'certificate_revoked') {
          waiting.push(make.statement(id, saying, services.clock.now()))
          continue
        }
        // what it voids may be one of those
        await storeWithin(services, trx, principal, waiting)
        waiting = []
        const earned = await findEarned(trx, organisationId, make.certificate(saying.number))
        if (earned !== null) waiting.push(make.voiding(id, earned, services.clock.now()))
      }
      await storeWithin(services, trx, principal, waiting)
    }
  })
}

/** Named by its event; a path is completed once, however often it is told. */
function idOf(organisationId: string, position: number, saying: Saying): string {
  return saying.kind === 'path_completed'
    ? statementIdOf('path', organisationId, saying.pathId, saying.userId)
    : statementIdOf(saying.kind, organisationId, String(position))
}

/** The statement by which somebody earned this, where one holds. */
async function findEarned(trx: Trx, organisationId: string, activity: string): Promise<string | null> {
  const newest = { limit: 1, ascending: false, after: null }
  const { bodies } = await listStatements(trx, organisationId, { activity, verb: earnedVerb }, newest)
  // written by this store alone
  return bodies[0] === undefined ? null : ((JSON.parse(bodies[0]) as Statement).id ?? null)
}

async function sayings(services: Services, trx: Trx, batch: readonly Followed[]): Promise<Said[]> {
  const learned = batch.flatMap(({ name, position, payload }) =>
    name === 'item_completed' || name === 'attempt_graded' ? [{ position, ...payload }] : [],
  )
  const of = Map.groupBy(await assignmentsOf(trx, learned, services.clock.now()), ({ position }) => position)
  const items = await readItems(
    trx,
    learned.map(({ itemId }) => itemId),
  )
  const attempts = await readAttempts(trx, batch)
  const certificates = await readCertificates(trx, batch)
  const tell = (event: Followed): Said[] => {
    const { position } = event
    switch (event.name) {
      case 'item_completed':
      case 'attempt_graded': {
        const { userId, itemId } = event.payload
        const item = items.get(itemId)
        const attempt = attempts.get(position)
        if (!item || (event.name === 'attempt_graded' && !attempt)) return []
        return perOrganisation(of.get(position) ?? []).map(([organisationId, assignments]) => ({
          organisationId,
          position,
          saying: {
            kind: attempt ? (attempt.passed ? 'quiz_passed' : 'quiz_failed') : 'item_completed',
            userId,
            item,
            attempt: attempt ?? null,
            assignments,
          },
        }))
      }
      case 'path_completed': {
        const { userId, organisationId, pathId, title, language } = event.payload
        if (organisationId === null) return []
        return [{ organisationId, position, saying: { kind: 'path_completed', userId, pathId, title, language } }]
      }
      case 'certificate_changed': {
        const { organisationId, number, userId, change } = event.payload
        if (organisationId === null) return []
        if (change === 'revoked') return [{ organisationId, position, saying: { kind: 'certificate_revoked', number } }]
        const certificate = certificates.get(number)
        if (!certificate) return []
        return [{ organisationId, position, saying: { kind: 'certificate_earned', userId, ...certificate } }]
      }
    }
  }
  return batch.flatMap(tell)
}

function perOrganisation(assignments: readonly AssignmentOf[]): [string, AssignmentOf[]][] {
  return [...Map.groupBy(assignments, ({ organisationId }) => organisationId)]
}
