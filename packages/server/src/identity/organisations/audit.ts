import type { QueryOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { type OrganisationAct, organisationActs } from '@lantern/contract/identity/organisation-acts.ts'
import type { AuditEntry, listAudit } from '@lantern/contract/identity/organisation-audit.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { sql } from 'kysely'
import { likeText } from '#kit/like-text.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { csvRows, writeCsv } from '#kit/write-csv.ts'
import { momentOf } from '#kit/zoned-time.ts'
import { shownName } from '../person-json.ts'
import { readSettings } from './settings.ts'

const pageSize = 50
const linesAtOnce = 2_000

type Filters = QueryOf<typeof listAudit>

/** What happened in an organisation, newest first. Names are those of today; people who left the site have none. */
export async function readAudit(
  db: Db,
  organisationId: string,
  filters: Filters,
): Promise<ResponseOf<typeof listAudit>> {
  return readWithin(db, organisationId, filters, await spanOf(db, organisationId, filters), pageSize)
}

interface Span {
  since: Date | null
  until: Date | null
}

/** Days begin by the organisation's clock. */
async function spanOf(db: Db, organisationId: string, { from, to }: Filters): Promise<Span> {
  if (from === undefined && to === undefined) return { since: null, until: null }
  const { timeZone } = await readSettings(db, organisationId)
  const beginOf = (day: string, field: string) => momentOf(`${day}T00:00`, timeZone, field)
  const since = from === undefined ? null : beginOf(from, 'from')
  if (to === undefined || !beginOf(to, 'to')) return { since, until: null }
  return { since, until: beginOf(String(Temporal.PlainDate.from(to).add({ days: 1 })), 'to') }
}

async function readWithin(
  db: Db,
  organisationId: string,
  { kind, q = '', before }: Filters,
  { since, until }: Span,
  limit: number,
): Promise<ResponseOf<typeof listAudit>> {
  const acts = kind ? organisationActs[kind] : Object.values(organisationActs).flat()
  const words = q.trim()
  const { rows } = await sql<AuditRow>`
    select a.id::text as id, a.act, a.actor, a.at, p.name as "actorName",
      coalesce(t.name, a.token_id) as token,
      coalesce(s.name, k.name) as subject, a.detail ->> 'role' as role, (a.detail ->> 'seats')::integer as count
    from audit_log a
      left join lateral (select ${shownName} as name from users u where u.id = a.actor and u.deleted_at is null) p on true
      left join lateral (
        select ${shownName} as name from users u where u.id = a.subject and u.id <> a.actor and u.deleted_at is null
      ) s on true
      left join api_tokens t on t.id = a.token_id
      left join classes k on k.id = a.subject and k.organisation_id = a.organisation_id
    where a.organisation_id = ${organisationId} and a.act = any(${[...acts]}::text[])
      and (${before ?? null}::bigint is null or a.id < ${before ?? null}::bigint)
      and (${since}::timestamptz is null or a.at >= ${since}::timestamptz)
      and (${until}::timestamptz is null or a.at < ${until}::timestamptz)
      and (${words} = '' or p.name ilike ${`%${likeText(words)}%`})
    order by a.id desc limit ${limit + 1}`.execute(db)
  const shown = rows.slice(0, limit)
  return { entries: shown.map(entryOf), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

interface AuditRow {
  id: string
  act: OrganisationAct
  actor: string
  at: Date
  actorName: string | null
  token: string | null
  subject: string | null
  role: AuditEntry['role']
  count: number | null
}

function entryOf({ id, act, actor, at, actorName, token, subject, role, count }: AuditRow): AuditEntry {
  return {
    id,
    act,
    actor: actorName,
    by: actorName === null ? sourceOf(actor) : 'person',
    token,
    subject,
    role,
    count,
    at: at.toISOString(),
  }
}

function sourceOf(actor: string): AuditEntry['by'] {
  if (actor.startsWith('u_')) return 'gone'
  if (actor.startsWith('dk_')) return 'directory'
  return actor === 'list' ? 'list' : 'site'
}

/** The same as a table for spreadsheets, in pieces. What is asked wrongly is refused before the first one. */
export async function auditLines(
  services: Pick<Services, 'db' | 'text'>,
  locale: OfferedLocale,
  organisationId: string,
  filters: Filters,
): Promise<AsyncGenerator<string>> {
  const span = await spanOf(services.db, organisationId, filters)
  return linesWithin(services, locale, organisationId, filters, span)
}

async function* linesWithin(
  { db, text }: Pick<Services, 'db' | 'text'>,
  locale: OfferedLocale,
  organisationId: string,
  filters: Filters,
  span: Span,
): AsyncGenerator<string> {
  const t = (key: string) => text(locale, `campus.${key}`)
  yield writeCsv([['audit_at', 'audit_actor', 'audit_act', 'audit_subject', 'role', 'audit_count'].map(t)])
  let before: string | undefined
  for (;;) {
    const { entries, next } = await readWithin(
      db,
      organisationId,
      { ...filters, ...(before && { before }) },
      span,
      linesAtOnce,
    )
    if (entries.length > 0) {
      yield csvRows(
        entries.map(({ at, actor, by, token, act, subject, role, count }) => [
          at,
          [actor ?? t(`audit_by_${by}`), token].filter(Boolean).join(' · '),
          t(`audit_${act}`),
          subject ?? '',
          role ? t(role === 'none' ? 'audit_role_none' : `role_${role}`) : '',
          count ?? '',
        ]),
      )
    }
    if (next === null) return
    before = next
  }
}
