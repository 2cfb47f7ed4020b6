import type { ReportType } from '@lantern/contract/community/report-rules.ts'
import { object } from '@lantern/contract/endpoint.ts'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { notificationKind, notify } from '#notifications/index.ts'

const look = {
  group: 'community',
  icon: 'shield',
  channels: { site: 'now', mail: 'now' },
  isUrgent: false,
} as const

const ownDecisions = '/moderation'

/** To the person whom a decision is about. It cannot be turned off: they may appeal. */
export const moderationDecided = notificationKind({
  ...look,
  name: 'moderation_decided',
  label: 'community.notice_moderated',
  hint: 'community.notice_moderated_hint',
  required: ['site'],
  payload: object({
    actId: Type.Integer(),
    /** What was decided, in the order of weight: the first is the title. */
    outcome: Type.Array(Type.String()),
    until: Type.Union([Type.String(), Type.Null()]),
  }),
  write: ({ payload: { outcome, until, actId } }, { t, time }) => ({
    title: t(`community.notice_moderated.${outcome[0] ?? 'undone'}`, { time: until ? time(until) : '' }),
    // what is taken back, or stands after the appeal, cannot be appealed
    body: t(
      outcome[0] === 'undone' || outcome[0] === 'kept'
        ? 'community.notice_moderated_look'
        : 'community.notice_moderated_text',
    ),
    path: `${ownDecisions}#decision-${actId}`,
  }),
})

/** To a reporter: what became of the report. */
export const reportDecided = notificationKind({
  ...look,
  name: 'report_decided',
  label: 'community.notice_report',
  hint: 'community.notice_report_hint',
  channels: { site: 'now' },
  required: [],
  payload: object({
    upheld: Type.Boolean(),
    /** What was decided so is taken back. */
    undone: Type.Optional(Type.Boolean()),
  }),
  write: ({ payload: { upheld, undone } }, { t }) => {
    const outcome = undone ? 'undone' : upheld ? 'upheld' : 'dismissed'
    return {
      title: t(`community.notice_report_${outcome}`),
      body: t(`community.notice_report_${outcome}_text`),
      path: '/notifications',
    }
  },
})

/** To a moderator: another one handed a case over. */
export const caseHanded = notificationKind({
  ...look,
  name: 'case_handed',
  label: 'community.notice_handed',
  hint: 'community.notice_handed_hint',
  access: 'moderator',
  required: [],
  payload: object({ caseId: Type.String(), name: Type.String(), note: Type.String() }),
  write: ({ payload: { caseId, name, note } }, { t }) => ({
    title: t('community.notice_handed_title', { name }),
    body: note || null,
    path: `/admin/learn/moderation?status=mine&case=${encodeURIComponent(caseId)}`,
  }),
})

interface Case {
  type: ReportType
  target_id: string
  subject_id: string | null
}

interface Decision {
  id: number
  action: 'ban' | 'undo'
  hides?: boolean
  warns?: boolean
  mutedUntil?: Date | null
  suspendedUntil?: Date | null
}

export async function tellSubject(services: Services, trx: Trx, row: Case, decision: Decision): Promise<void> {
  if (row.subject_id === null) return
  const { action, hides, warns, mutedUntil, suspendedUntil } = decision
  const outcome =
    action === 'undo'
      ? ['undone']
      : [suspendedUntil && 'suspended', mutedUntil && 'muted', hides && 'hidden', warns && 'warned'].filter(isWord)
  const until = (suspendedUntil ?? mutedUntil)?.toISOString() ?? null
  await notify(services, trx, moderationDecided, {
    people: [row.subject_id],
    key: `moderation_decided:${decision.id}`,
    payload: { actId: decision.id, outcome, until },
  })
}

/** Reporters whose report this decision was about; when it is undone, before their reports are open again. */
export async function tellReporters(
  services: Services,
  trx: Trx,
  row: Case,
  { id, upheld, undone }: { id: number; upheld: boolean; undone?: true },
): Promise<void> {
  const { rows } = await sql<{ reporter_id: string }>`
    select reporter_id from reports where type = ${row.type} and target_id = ${row.target_id}
      and reporter_id is not null and status = ${upheld ? 'banned' : 'ignored'} order by id limit 500`.execute(trx)
  await notify(services, trx, reportDecided, {
    people: rows.map(({ reporter_id }) => reporter_id),
    key: `report_decided:${id}`,
    group: 'report_decided',
    payload: { upheld, ...(undone && { undone }) },
  })
}

/** The appeal did not change the decision. */
export async function tellOfAppeal(services: Services, trx: Trx, row: Case, actId: number): Promise<void> {
  if (row.subject_id === null) return
  await notify(services, trx, moderationDecided, {
    people: [row.subject_id],
    key: `appeal_rejected:${actId}`,
    payload: { actId, outcome: ['kept'], until: null },
  })
}

function isWord(value: unknown): value is string {
  return typeof value === 'string'
}
