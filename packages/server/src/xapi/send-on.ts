import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { fetchOutside, type OutsideResponse } from '#kit/outside-fetch.ts'
import { PrivateAddress } from '#kit/public-address.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { attachmentKey, keptAttachments } from './attachments.ts'
import { partHead } from './multipart.ts'
import { isObject } from './shape-rules.ts'
import { digestsIn } from './statement-parts.ts'

/** Sends what waits for the outside store of one organisation. */
export const forwardJob = 'xapi.forward'

export function passwordPlace(organisationId: string): string {
  return `xapi forward:${organisationId}`
}

const minuteMs = 60_000
const longestPauseMs = 6 * 60 * minuteMs
/** Longer than a try takes: who was killed while sending has not used one up. */
const leaseMs = 2 * minuteMs
const mostStatements = 100
const mostBytes = 2 * 1024 * 1024
const mostAttachmentBytes = 32 * 1024 * 1024
const mostAnswerCharacters = 500
/** Answers that are about the statements. After any other one the store is tried again later with the same ones. */
const refusing: readonly number[] = [400, 409, 413, 422]

/** New statements go on at once or within a minute, in their order; what a store does not take now it gets later. */
export function sendStatementsOn(services: Services): void {
  const { jobs, db, clock } = services
  jobs.define(
    forwardJob,
    async (batch) => {
      for (const { organisationId } of batch) await sendWaiting(services, String(organisationId))
    },
    { isKeyed: true },
  )
  jobs.everyMinute('xapi.forward_due', async () => {
    const { rows } = await sql<{ id: string }>`
      select f.organisation_id as id from xapi_forwards f where f.next_at <= ${clock.now()} and exists (
        select from xapi_statements s where s.organisation_id = f.organisation_id
          and (s.stored, s.position) > (f.after_stored, f.after_position))`.execute(db)
    await inTransaction(db, async (trx) => {
      for (const { id } of rows) await jobs.send(trx, forwardJob, { organisationId: id }, { key: id })
    })
  })
}

/** The newest version that the store speaks and that is spoken here; null: nothing answers there as a store does. */
export async function askVersion({ config }: Pick<Services, 'config'>, address: string): Promise<string | null> {
  try {
    const { status, text } = await fetchOutside(config, `${address}/about`)
    const said: unknown = status === 200 ? JSON.parse(text) : null
    const versions = isObject(said) && Array.isArray(said.version) ? said.version.map(String) : []
    if (versions.some((one) => one.startsWith('2.0'))) return '2.0.0'
    return versions.some((one) => one.startsWith('1.0')) ? '1.0.3' : null
  } catch {
    return null
  }
}

interface Store {
  id: string
  organisation_id: string
  address: string
  user_name: string
  password: Buffer
  version: string
  tries: number
}

interface Waiting {
  id: string
  body: string
  stored: Date
  position: number
}

async function sendWaiting(services: Services, organisationId: string): Promise<void> {
  // fewer at once after a refusal, until the one that is refused stands alone
  let most = mostStatements
  for (let store = await claim(services, organisationId); store; ) {
    const batch = await nextBatch(services, organisationId, most)
    const last = batch.at(-1)
    if (!last) return
    const { status, problem, answer } = await send(services, store, batch)
    if (problem !== null && !(status !== null && refusing.includes(status))) {
      await noteFailure(services, store, { status, problem, answer })
      return
    }
    if (problem !== null && batch.length > 1) {
      most = Math.ceil(batch.length / 2)
      continue
    }
    const refusal = problem === null ? null : { statementId: last.id, status: status ?? 0, answer }
    await moveOn(services, store, last, { sent: refusal ? 0 : batch.length, refusal })
    if (problem === null) most = mostStatements
    store = await claim(services, organisationId)
  }
}

/** Takes the store for itself for a while: of two that send to one, the second finds nothing due. */
async function claim({ db, clock }: Services, organisationId: string): Promise<Store | null> {
  const now = clock.now()
  const { rows } = await sql<Store>`
    update xapi_forwards set next_at = ${new Date(now.getTime() + leaseMs)}
    where organisation_id = ${organisationId} and next_at <= ${now}
    returning id, organisation_id, address, user_name, password, version, tries`.execute(db)
  return rows[0] ?? null
}

/** The voided ones too: what voids them follows. */
async function nextBatch({ db, clock }: Services, organisationId: string, most: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select id, body, stored, position from (
      select i.id::text as id, s.body, s.stored, s.position,
        sum(s.byte_size) over (order by s.stored, s.position) - s.byte_size as before
      from (
        select s.body, s.stored, s.position, s.byte_size from xapi_forwards f join xapi_statements s
          on s.organisation_id = f.organisation_id and (s.stored, s.position) > (f.after_stored, f.after_position)
        where f.organisation_id = ${organisationId} order by s.stored, s.position limit ${most}) s
      join xapi_statement_ids i on i.organisation_id = ${organisationId} and i.stored = s.stored and i.position = s.position
    ) p where before < ${mostBytes} order by stored, position`.execute(db)
  if (rows.length === 0) {
    // nothing is sent, so the next statement waits for nobody
    const next_at = clock.now()
    await db.updateTable('xapi_forwards').set({ next_at }).where('organisation_id', '=', organisationId).execute()
  }
  return rows
}

interface Outcome {
  status: number | null
  problem: 'status' | 'unreachable' | 'private_address' | null
  answer: string
}

async function send(services: Services, store: Store, batch: readonly Waiting[]): Promise<Outcome> {
  const password = services.sealer.open(store.password, passwordPlace(store.organisation_id))
  const { contentType, body } = await bodyOf(services, store.organisation_id, batch)
  try {
    const { status, text } = await fetchOutside(services.config, `${store.address}/statements`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${store.user_name}:${password}`).toString('base64')}`,
        'content-type': contentType,
        'x-experience-api-version': store.version,
      },
      body,
    })
    return { status, problem: isTaken(status) ? null : 'status', answer: shortened(text) }
  } catch (error) {
    return { status: null, problem: error instanceof PrivateAddress ? 'private_address' : 'unreachable', answer: '' }
  }
}

function isTaken(status: OutsideResponse['status']): boolean {
  return status >= 200 && status < 300
}

/** PostgreSQL keeps no zero character. */
function shortened(text: string): string {
  return text.replaceAll('\0', '').slice(0, mostAnswerCharacters)
}

/** With the attachments that are kept here, as far as they fit; the rest of them the store has by their addresses or not at all. */
async function bodyOf(
  { db, storage }: Services,
  organisationId: string,
  batch: readonly Waiting[],
): Promise<{ contentType: string; body: Buffer }> {
  const bodies = batch.map(({ body }) => body)
  const statements = `[${bodies.join()}]`
  const kept = await keptAttachments(db, organisationId, digestsIn(bodies))
  if (kept.length === 0) return { contentType: 'application/json', body: Buffer.from(statements) }
  const boundary = randomUUID()
  const pieces = [Buffer.from(`${partHead(boundary, { 'Content-Type': 'application/json' })}${statements}\r\n`)]
  let bytes = 0
  for (const { sha2, contentType, byteSize } of kept) {
    const stream =
      bytes + byteSize > mostAttachmentBytes ? null : await storage.stream(attachmentKey(organisationId, sha2))
    if (!stream) continue
    bytes += byteSize
    const head = { 'Content-Type': contentType, 'Content-Transfer-Encoding': 'binary', 'X-Experience-API-Hash': sha2 }
    pieces.push(Buffer.from(partHead(boundary, head)), await buffer(stream), Buffer.from('\r\n'))
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`))
  return { contentType: `multipart/mixed; boundary=${boundary}`, body: Buffer.concat(pieces) }
}

interface Moved {
  sent: number
  refusal: { statementId: string; status: number; answer: string } | null
}

async function moveOn(
  { db, clock }: Services,
  { id, organisation_id }: Store,
  { stored, position }: Waiting,
  { sent, refusal }: Moved,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const { rows } = await sql`
      update xapi_forwards set after_stored = ${stored}, after_position = ${position}, sent = sent + ${sent},
        last_sent_at = coalesce(${sent > 0 ? now : null}::timestamptz, last_sent_at), next_at = ${now}, tries = 0,
        failing_since = null, problem = null, status = null, answer = ''
      where id = ${id} returning id`.execute(trx)
    if (rows.length === 0 || !refusal) return
    await trx
      .insertInto('xapi_forward_refusals')
      .values({
        organisation_id,
        statement_id: refusal.statementId,
        status: refusal.status,
        answer: refusal.answer,
        at: now,
      })
      .execute()
  })
}

/** It is tried again after pauses that grow to six hours, and never given up: a school's records are not to have holes. */
async function noteFailure(
  { db, clock }: Services,
  { id, tries }: Store,
  { status, problem, answer }: Outcome,
): Promise<void> {
  const now = clock.now()
  const pauseMs = Math.min(minuteMs * 2 ** Math.min(tries, 20), longestPauseMs)
  await sql`
    update xapi_forwards set tries = tries + 1, next_at = ${new Date(now.getTime() + pauseMs)},
      failing_since = coalesce(failing_since, ${now}), problem = ${problem}, status = ${status}, answer = ${answer}
    where id = ${id}`.execute(db)
}
