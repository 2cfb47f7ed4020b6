import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { mayEnd, nameListLimits } from '@lantern/contract/rosters/name-list-limits.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { NotYet } from '#kit/jobs.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { beginImport } from '../import-list.ts'
import { keepLines } from '../list-lines.ts'
import { countLines } from '../name-lists.ts'
import { planSoon } from '../plan-soon.ts'
import type { ReadLine } from '../reading/read-lines.ts'
import { lockList } from '../stored-list.ts'
import { type SourceObject, sourceReader } from './ask-source.ts'
import { SourceFault } from './source-fault.ts'
import { linesOfObjects } from './source-lines.ts'
import { accessOf, audit } from './sources.ts'

const readJob = 'rosters.read_source'
const judgeJob = 'rosters.judge_source'

/** What a provider writes late is asked for again. */
const overlapMs = 10 * 60_000
/** How far the clock of a source may be ahead. A change of a later time is a mistake: nothing would be asked for until then. */
const aheadMs = 24 * 3_600_000
const linesAtOnce = 1_000

interface Begun {
  kind: 'whole' | 'delta'
  cause: 'hand' | 'night'
  madeBy: string | null
}

export async function beginReading(
  services: Services,
  viewer: SignedIn,
  organisationId: string,
  kind: Begun['kind'],
): Promise<string> {
  return inTransaction(services.db, async (trx) => {
    const runId = await begin(services, trx, organisationId, { kind, cause: 'hand', madeBy: viewer.id })
    if (!runId) throw refuse('not_found')
    await audit(trx, viewer, organisationId, 'roster_source_read', services.clock.now(), { kind })
    return runId
  })
}

/** One reading at a time: whoever asks while it goes on waits for the same one. Null: nothing is set up. */
async function begin({ jobs, clock }: Services, trx: Trx, organisationId: string, run: Begun): Promise<string | null> {
  const source = await trx
    .selectFrom('oneroster_sources')
    .select(['id', 'read_through'])
    .where('organisation_id', '=', organisationId)
    .forUpdate()
    .executeTakeFirst()
  if (!source) return null
  const running = await trx
    .selectFrom('oneroster_runs')
    .select('id')
    .where('source_id', '=', source.id)
    .where('state', '=', 'reading')
    .executeTakeFirst()
  const now = clock.now()
  const id = running?.id ?? newId('rosterRun', now.getTime())
  if (!running) {
    await trx
      .insertInto('oneroster_runs')
      .values({
        id,
        source_id: source.id,
        kind: source.read_through ? run.kind : 'whole',
        cause: run.cause,
        made_by: run.madeBy,
        state: 'reading',
        began_at: now,
      })
      .execute()
  }
  await jobs.send(trx, readJob, { organisationId, runId: id }, { key: id })
  return id
}

/** Systems outside are read when somebody wishes it, and each night; nightly what is safe is imported at once. */
export function readSources(services: Services): void {
  const { db, jobs } = services
  jobs.define(
    readJob,
    async ([data], closing) => {
      const { organisationId, runId } = data as { organisationId: string; runId: string }
      await readOnce(services, organisationId, runId, closing)
    },
    { isLong: true, isKeyed: true },
  )
  jobs.define(
    judgeJob,
    async ([data]) => {
      const { organisationId, runId } = data as { organisationId: string; runId: string }
      await judge(services, organisationId, runId)
    },
    { isKeyed: true },
  )
  jobs.daily('rosters.read_sources', async () => {
    // what was never imported has been looked at by nobody
    const { rows } = await sql<{ organisationId: string }>`
      select organisation_id as "organisationId" from oneroster_sources
      where is_nightly and read_through is not null`.execute(db)
    for (const { organisationId } of rows)
      await inTransaction(db, (trx) =>
        begin(services, trx, organisationId, { kind: 'delta', cause: 'night', madeBy: null }),
      )
  })
}

interface Run {
  kind: Begun['kind']
  cause: Begun['cause']
  listId: string | null
  madeBy: string | null
}

/** Makes a list of what the system says. A process that was killed begins anew. */
async function readOnce(
  services: Services,
  organisationId: string,
  runId: string,
  closing: AbortSignal,
): Promise<void> {
  const { db, clock, config, jobs } = services
  const access = await accessOf(services, organisationId)
  const { rows } = await sql<Run>`
    select kind, cause, list_id as "listId", made_by as "madeBy" from oneroster_runs
    where id = ${runId} and state = 'reading'`.execute(db)
  const [run] = rows
  if (!access || !run) return
  if (run.listId) await forget(db, run.listId)
  const listId = await beginList(services, organisationId, runId, { ...run, host: new URL(access.address).host })
  const since = run.kind === 'delta' ? access.readThrough : null
  try {
    const { newest } = await readLists(services, listId, sourceReader(config, access, closing), since)
    await inTransaction(db, async (trx) => {
      const isWhole = run.kind === 'whole'
      await sql`
        update name_lists set people_whole = ${isWhole}, seats_whole = ${isWhole}, state = 'planning'
        where id = ${listId}`.execute(trx)
      await sql`
        update oneroster_runs set state = 'read', newest_change = ${newest && new Date(newest.getTime() - overlapMs)}
        where id = ${runId}`.execute(trx)
      await planSoon(services, trx, await lockList(trx, organisationId, listId))
      if (run.cause === 'night') await jobs.send(trx, judgeJob, { organisationId, runId }, { key: runId })
    })
  } catch (error) {
    await forget(db, listId)
    if (!(error instanceof SourceFault)) throw error
    const { problem, status, detail } = error
    await db
      .updateTable('oneroster_runs')
      .set({ state: 'failed', ended_at: clock.now(), problem, status, detail })
      .where('id', '=', runId)
      .execute()
  }
}

async function beginList(
  { db, clock }: Services,
  organisationId: string,
  runId: string,
  { madeBy, host }: Run & { host: string },
): Promise<string> {
  const now = clock.now()
  const id = newId('nameList', now.getTime())
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('name_lists')
      .values({
        id,
        organisation_id: organisationId,
        file_name: host,
        format: 'oneroster',
        makes_classes: true,
        state: 'reading',
        made_by: madeBy,
        made_at: now,
      })
      .execute()
    await trx.updateTable('oneroster_runs').set({ list_id: id }).where('id', '=', runId).execute()
  })
  return id
}

async function forget(db: Db, listId: string): Promise<void> {
  await db.deleteFrom('name_lists').where('id', '=', listId).execute()
}

/** Terms and classes always as a whole: the name of a class depends on the others. */
async function readLists(
  { db, clock }: Services,
  listId: string,
  { read }: ReturnType<typeof sourceReader>,
  since: Date | null,
): Promise<{ newest: Date | null }> {
  let [position, count] = [0, 0]
  const latest = clock.now().getTime() + aheadMs
  let newest: Date | null = null
  const note = (objects: readonly SourceObject[]) => {
    for (const { dateLastModified } of objects) {
      const time = new Date(String(dateLastModified))
      if (time.getTime() > (newest?.getTime() ?? 0) && time.getTime() <= latest) newest = time
    }
  }
  const keep = async (lines: readonly ReadLine[], list: string) => {
    count += lines.length
    if (count > nameListLimits.lines) throw new SourceFault('too_many', list)
    for (let at = 0; at < lines.length; at += linesAtOnce)
      position = await keepLines(db, listId, lines.slice(at, at + linesAtOnce), position)
  }
  const whole = async (list: string) => {
    const all: SourceObject[] = []
    for await (const objects of read(list)) all.push(...objects)
    note(all)
    return all
  }
  const [academicSessions, classes] = [await whole('academicSessions'), await whole('classes')]
  await keep(linesOfObjects({ academicSessions, classes }), 'classes')
  const filter = since ? `dateLastModified>'${since.toISOString()}'` : undefined
  for (const list of ['users', 'enrollments'] as const) {
    let line = 1
    for await (const objects of read(list, filter)) {
      note(objects)
      await keep(linesOfObjects({ [list]: objects }, line), list)
      line += objects.length
    }
  }
  return { newest }
}

/** At night nobody looks: what would end many waits for a person. */
async function judge(services: Services, organisationId: string, runId: string): Promise<void> {
  const { db } = services
  const { rows } = await sql<{ listId: string; state: string; knownClasses: number }>`
    select n.id as "listId", n.state, (select count(*)::integer from roster_classes k
      where k.organisation_id = ${organisationId} and k.ended_at is null) as "knownClasses"
    from oneroster_runs r join name_lists n on n.id = r.list_id where r.id = ${runId} and r.state = 'read'`.execute(db)
  const [list] = rows
  if (!list) return
  if (list.state === 'planning') throw new NotYet()
  if (list.state !== 'planned') return
  const { known, plan } = await countLines(db, organisationId, list.listId)
  const isSafe = mayEnd(plan.ended, known) && mayEnd(plan.classesEnded, list.knownClasses)
  if (isSafe) await beginImport(services, { id: 'site' }, { organisationId, listId: list.listId }, false)
  else await db.updateTable('oneroster_runs').set({ state: 'waiting' }).where('id', '=', runId).execute()
}
