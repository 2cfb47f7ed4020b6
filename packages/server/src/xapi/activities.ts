import { sql } from 'kysely'
import type { Db, Trx } from '#kit/sql.ts'
import { isObject } from './shape-rules.ts'
import { activitiesOf } from './statement-parts.ts'
import type { Activity, Statement } from './statement-types.ts'
import { digestOf } from './terms.ts'

/** Adds what statements say of activities to what is known: newer fields win, languages and extensions come together. */
export async function addDefinitions(
  trx: Trx,
  organisationId: string,
  statements: readonly Statement[],
): Promise<void> {
  const described = statements.flatMap(activitiesOf).filter(({ definition }) => definition)
  if (described.length === 0) return
  const known = await readDefinitions(
    trx,
    organisationId,
    described.map(({ id }) => id),
  )
  const changed = new Map<string, string>()
  for (const { id, definition } of described) {
    const before = known.get(id)
    const merged = { ...before, ...mergedMaps(before ?? {}, definition ?? {}) }
    const text = JSON.stringify(merged)
    // most statements say of an activity what was said of it before
    if (text === JSON.stringify(before)) continue
    known.set(id, merged)
    changed.set(digestOf(id), text)
  }
  if (changed.size === 0) return
  await sql`
    insert into xapi_activities as a (organisation_id, id_digest, definition)
    select ${organisationId}, n.id_digest, n.definition
    from unnest(${[...changed.keys()]}::uuid[], ${[...changed.values()]}::text[]) n(id_digest, definition)
    on conflict (organisation_id, id_digest) do update set definition = excluded.definition
      where a.definition <> excluded.definition`.execute(trx)
}

type Definition = NonNullable<Activity['definition']>

function mergedMaps(before: Definition, given: Definition): Definition {
  const maps = ['name', 'description', 'extensions'].flatMap((name) => {
    const [old, fresh] = [before[name], given[name]]
    return isObject(old) && isObject(fresh) ? [[name, { ...old, ...fresh }] as const] : []
  })
  return { ...given, ...Object.fromEntries(maps) }
}

/** By id; activities of which nothing is known are left out. */
export async function readDefinitions(
  db: Db | Trx,
  organisationId: string,
  ids: readonly string[],
): Promise<Map<string, Definition>> {
  const byDigest = new Map(ids.map((id) => [digestOf(id), id]))
  if (byDigest.size === 0) return new Map()
  const rows = await db
    .selectFrom('xapi_activities')
    .select(['id_digest', 'definition'])
    .where('organisation_id', '=', organisationId)
    .where('id_digest', 'in', [...byDigest.keys()])
    .execute()
  // written above
  return new Map(rows.map((row) => [byDigest.get(row.id_digest) ?? '', JSON.parse(row.definition) as Definition]))
}
