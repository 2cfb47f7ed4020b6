import { type CertificateKind, newCertificateNumber } from '@lantern/contract/certificates/certificate-rules.ts'
import { certificateEvent } from '@lantern/contract/certificates/events.ts'
import { itemCompleted } from '@lantern/contract/learning/events.ts'
import { itemPath } from '@lantern/contract/links.ts'
import { pathCompleted } from '@lantern/contract/paths/events.ts'
import { sql } from 'kysely'
import { shownName } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { notify } from '#notifications/index.ts'
import { nameAchievement } from './badges/achievements.ts'
import { certificateChanged } from './certificate-changed.ts'

interface Completed {
  kind: CertificateKind
  userId: string
  subjectId: string
  title: string
  language: string
  /** Where one reads about it. */
  path: string
  items: number
  organisationId: string | null
}

/** Who completed a path or a course that gives a certificate gets it, once. */
export function issueCertificates(services: Services): void {
  services.stream.subscribe('certificates.issue', [pathCompleted], async (batch, trx) => {
    for (const { payload } of batch) {
      const { givesCertificate, pathId, ...about } = payload
      if (!givesCertificate) continue
      // by its id: the slug may become another
      await issue(services, trx, { ...about, kind: 'path', subjectId: pathId, path: `/learning-path/${pathId}` })
    }
  })
  services.stream.subscribe('certificates.courses', [itemCompleted], async (batch, trx) => {
    const completed = await coursesIn(
      trx,
      batch.map(({ payload }) => payload),
    )
    for (const { slug, type, learnOptionType, ...course } of completed) {
      await issue(services, trx, { ...course, kind: 'course', path: itemPath({ type, learnOptionType }, slug) })
    }
  })
}

type CourseRow = Omit<Completed, 'kind' | 'path'> & {
  type: string
  slug: string
  learnOptionType: 'campus' | 'other'
}

/**
 * The courses among completed items that give a certificate, for people who have none for it yet in any of its
 * languages. What counts is what completing asks for: the required contents, or all where none is marked so.
 */
async function coursesIn(trx: Trx, completed: readonly { userId: string; itemId: string }[]): Promise<CourseRow[]> {
  const { rows } = await sql<CourseRow>`
    select distinct on (e."userId", i.work_id) e."userId", i.id as "subjectId", i.type, i.slug, i.title, i.language,
      i.learn_option_type as "learnOptionType", i.organisation_id as "organisationId", n.items
    from jsonb_to_recordset(${JSON.stringify(completed)}::jsonb) as e ("userId" text, "itemId" text)
      join items i on i.id = e."itemId" and i.type = 'course' and i.deleted_at is null
      join item_details d on d.item_id = i.id and d.properties @> '{"givesCertificate": true}'
      cross join lateral (
        select coalesce(nullif(count(*) filter (where c.required), 0), count(*))::integer as items
        from item_contents c where c.parent_id = i.id) n
    where not exists (
      select from certificates c join items known on known.id = c.subject_id
      where c.user_id = e."userId" and known.work_id = i.work_id)`.execute(trx)
  return rows
}

async function issue(services: Services, trx: Trx, completed: Completed): Promise<void> {
  const { kind, userId, subjectId, title, language, path, items, organisationId } = completed
  const now = services.clock.now()
  const { rows } = await sql<{ number: string }>`
    insert into certificates (number, kind, user_id, subject_id, title, language, path, items, organisation_id,
      holder_name, issued_at)
    select ${newCertificateNumber(now.getUTCFullYear())}, ${kind}, u.id, ${subjectId}, ${title}, ${language}, ${path},
      ${items}, ${organisationId}, ${shownName}, ${now}
    from users u where u.id = ${userId} and u.deleted_at is null
    on conflict (user_id, subject_id) do nothing
    returning number`.execute(trx)
  const [issued] = rows
  if (!issued) return
  await nameAchievement(trx, subjectId)
  const { number } = issued
  const told = { number, title, change: 'issued' as const, reason: null }
  await notify(services, trx, certificateChanged, { people: [userId], key: `certificate:${number}`, payload: told })
  const about = { number, kind, userId, subjectId, organisationId }
  await services.events.emit(trx, certificateEvent, { ...about, change: 'issued' })
}
