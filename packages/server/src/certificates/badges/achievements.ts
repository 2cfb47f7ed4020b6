import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import type { CertificateRow } from '../certificate-rows.ts'
import { openBadgesContext } from './contexts.ts'
import { achievementOf } from './credential.ts'

/** What a certificate is for has an address from the first one on. */
export async function nameAchievement(trx: Trx, subjectId: string): Promise<void> {
  await sql`insert into achievements (subject_id) values (${subjectId}) on conflict (subject_id) do nothing`.execute(
    trx,
  )
}

export async function achievementIdOf(db: Db, subjectId: string): Promise<string> {
  const { id } = await db
    .selectFrom('achievements')
    .select('id')
    .where('subject_id', '=', subjectId)
    .executeTakeFirstOrThrow()
  return id
}

/** As the newest certificate says it; nothing of a person is in it. */
export async function achievementDocument(services: Services, id: string): Promise<object> {
  const { rows } = await sql<Pick<CertificateRow, 'kind' | 'title' | 'language' | 'items' | 'path'>>`
    select c.kind, c.title, c.language, c.items, c.path from achievements a join certificates c on c.subject_id = a.subject_id
    where a.id::text = ${id} order by c.issued_at desc, c.number limit 1`.execute(services.db)
  if (!rows[0]) throw refuse('not_found')
  return { '@context': openBadgesContext, ...achievementOf(services, rows[0], id) }
}
