import type { CaseLevel } from '@lantern/contract/community/report-rules.ts'
import { sql } from 'kysely'
import { idRows } from '#kit/id-lists.ts'
import type { Db, Trx } from '#kit/sql.ts'

/** How far the community knows an account: what it may write without limits, and how much its reports weigh. */
export type Standing = 'new' | 'member' | 'trusted'

interface Earned {
  createdAt: Date
  /** Messages that stand. */
  messages: number
  lastBanAt: Date | null
}

const dayMs = 86_400_000

/** Trust is earned by time and messages that stand, and lost for a while by a decision that was not taken back. */
function standingOf({ createdAt, messages, lastBanAt }: Earned, now: Date): Standing {
  const ageDays = (now.getTime() - createdAt.getTime()) / dayMs
  const daysSinceBan = lastBanAt ? (now.getTime() - lastBanAt.getTime()) / dayMs : Number.POSITIVE_INFINITY
  if (ageDays < 3 || messages < 3 || daysSinceBan < 30) return 'new'
  return ageDays >= 30 && messages >= 20 && daysSinceBan >= 90 ? 'trusted' : 'member'
}

interface EarnedRow {
  id: string
  created_at: Date
  messages: number
  last_ban_at: Date | null
}

/** `u` is users. */
const earned = sql`
  u.id, u.created_at,
  (select count(*) from (select from messages m where m.author_id = u.id and m.deleted_at is null
    and m.hidden_at is null limit 20) standing)::integer as messages,
  (select max(a.acted_at) from report_acts a
    where a.subject_id = u.id and a.action = 'ban' and a.undone_by is null) as last_ban_at`

function standingIn({ created_at, messages, last_ban_at }: EarnedRow, now: Date): Standing {
  return standingOf({ createdAt: created_at, messages, lastBanAt: last_ban_at }, now)
}

export async function readStanding(db: Db | Trx, userId: string, now: Date): Promise<Standing> {
  const { rows } = await sql<EarnedRow>`select ${earned} from users u where u.id = ${userId}`.execute(db)
  return rows[0] ? standingIn(rows[0], now) : 'new'
}

/** What reports of these people were worth: those that were decided, and the upheld ones among them. */
export interface Reporter {
  standing: Standing
  decided: number
  upheld: number
}

/** The given people by id. */
export async function reportersOf(db: Db | Trx, ids: readonly string[], now: Date): Promise<Map<string, Reporter>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<EarnedRow & Pick<Reporter, 'decided' | 'upheld'>>`
    select ${earned},
      count(r.id) filter (where r.status <> 'open')::integer as decided,
      count(r.id) filter (where r.status = 'banned')::integer as upheld
    from ${idRows([...new Set(ids)])} given join users u on u.id = given.id
    left join reports r on r.reporter_id = u.id
    group by u.id`.execute(db)
  return new Map(
    rows.map(({ decided, upheld, ...row }) => [row.id, { standing: standingIn(row, now), decided, upheld }]),
  )
}

const standingWeight = { new: 0.25, member: 1, trusted: 2 } as const satisfies Record<Standing, number>

/** Of a report: by the reporter's standing, and by how many of their reports were upheld, as if one of two before. */
export function reportWeight({ standing, decided, upheld }: Reporter): number {
  return standingWeight[standing] * (0.5 + (upheld + 1) / (decided + 2))
}

/** Reports of a trusted person weigh half: a few new accounts cannot bring an author to the top of the queue. */
export function caseWeight(reports: number, subject: Standing): number {
  return subject === 'trusted' ? reports / 2 : reports
}

export function levelOf(weight: number): CaseLevel {
  if (weight >= 2) return 'high'
  return weight >= 0.9 ? 'medium' : 'low'
}
