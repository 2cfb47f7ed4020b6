import type { ReportReason, ReportType } from '@lantern/contract/community/report-rules.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { mayReadSteps, requireVisibleItem } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { requireSubject } from '../channels.ts'
import { tellOfFeedback } from '../submissions/peer/tell-of-feedback.ts'
import { readsEarlier, requireVisibleSubmission } from '../submissions/visible-submissions.ts'
import { publish } from '../writing.ts'
import { tellOfHeld } from './listed-terms/hold-message.ts'

/** What moderation has to know of a type of thing. */
interface Reportable {
  /** Whose it is, for a viewer who may see it; null: the account is deleted. Refuses what is not there to report. */
  require(trx: Trx, viewer: Viewer, id: string): Promise<{ subjectId: string | null }>
  /** Shows or hides it on every surface. Absent: it cannot be hidden. */
  setHidden?(services: Services, trx: Trx, id: string, hidden: { reason: ReportReason | 'held' } | null): Promise<void>
  /** Whether it waits for a moderator before others may read it. */
  isHeld?(db: Db | Trx, id: string): Promise<boolean>
}

const messages: Reportable = {
  async require(trx, viewer, id) {
    const { rows } = await sql<{
      author_id: string | null
      item_id: string
      submission_id: string | null
      hidden_at: Date | null
    }>`
      select author_id, item_id, submission_id, hidden_at from messages where id = ${id} and deleted_at is null`.execute(
      trx,
    )
    const [found] = rows
    if (!found) throw refuse('not_found')
    await requireSubject(trx, viewer, found)
    if (found.hidden_at) throw refuse('message_hidden')
    return { subjectId: found.author_id }
  },
  async setHidden(services, trx, id, hidden) {
    const { rows } = await sql<{
      channel_id: string
      item_id: string
      submission_id: string | null
      parent_id: string | null
      was: string | null
    }>`
      with before as (select id, hidden_reason from messages where id = ${id} for update)
      update messages m set hidden_at = ${hidden ? services.clock.now() : null}, hidden_reason = ${hidden?.reason ?? null}
      from before where m.id = before.id
      returning m.channel_id, m.item_id, m.submission_id, m.parent_id, before.hidden_reason as was`.execute(trx)
    const [row] = rows
    if (!row) return
    if (!hidden && row.was === 'held') await tellOfHeld(services, trx, id)
    const submission = row.submission_id === null ? null : { id: row.submission_id }
    await publish(
      services,
      trx,
      { id: row.channel_id, item: { id: row.item_id }, submission },
      { id, parent_id: row.parent_id },
    )
  },
  async isHeld(db, id) {
    const { rows } = await sql`select from messages where id = ${id} and hidden_reason = 'held'`.execute(db)
    return rows.length > 0
  },
}

const notes: Reportable = {
  async require(trx, viewer, id) {
    const { rows } = await sql<{ user_id: string; item_id: string }>`
      select user_id, item_id from notes where id = ${id} and is_public and section_id is not null`.execute(trx)
    const [found] = rows
    if (!found) throw refuse('not_found')
    const item = await requireVisibleItem(trx, viewer, found.item_id)
    if (!(await mayReadSteps(trx, viewer, item))) throw refuse('not_found')
    return { subjectId: found.user_id }
  },
  async setHidden({ clock }, trx, id, hidden) {
    await sql`
      update notes set is_public = ${hidden === null}, hidden_at = ${hidden ? clock.now() : null}
      where id = ${id} and (is_public or hidden_at is not null)`.execute(trx)
  },
}

const profiles: Reportable = {
  async require(trx, _viewer, id) {
    const { rows } = await sql<{ id: string }>`
      select id from users where id = ${id} and deleted_at is null`.execute(trx)
    if (!rows[0]) throw refuse('not_found')
    return { subjectId: id }
  },
}

const submissions: Reportable = {
  async require(trx, viewer, id) {
    const { author_id: subjectId } = await requireVisibleSubmission(trx, viewer, id)
    return { subjectId }
  },
  async setHidden({ clock }, trx, id, hidden) {
    const shown = { hidden_at: hidden ? clock.now() : null, hidden_reason: hidden?.reason ?? null }
    await trx.updateTable('submissions').set(shown).where('id', '=', id).execute()
  },
  async isHeld(db, id) {
    const { rows } = await sql`select from submissions where id = ${id} and hidden_reason = 'held'`.execute(db)
    return rows.length > 0
  },
}

const feedback: Reportable = {
  async require(trx, viewer, id) {
    const { rows } = await sql<{ reviewer_id: string | null }>`
      select f.reviewer_id from peer_feedback f
      join submissions s on s.id = f.submission_id join items i on i.id = s.item_id
      where f.id = ${id} and f.given_at is not null and f.hidden_at is null and ${readsEarlier(viewer)}`.execute(trx)
    if (!rows[0]) throw refuse('not_found')
    return { subjectId: rows[0].reviewer_id }
  },
  async setHidden(services, trx, id, hidden) {
    const { rows } = await sql<{ was: string | null }>`
      with before as (select id, hidden_reason from peer_feedback where id = ${id} for update)
      update peer_feedback f set hidden_at = ${hidden ? services.clock.now() : null}, hidden_reason = ${hidden?.reason ?? null}
      from before where f.id = before.id returning before.hidden_reason as was`.execute(trx)
    if (!hidden && rows[0]?.was === 'held') await tellOfFeedback(services, trx, id)
  },
  async isHeld(db, id) {
    const { rows } = await sql`select from peer_feedback where id = ${id} and hidden_reason = 'held'`.execute(db)
    return rows.length > 0
  },
}

export const reportables: Record<ReportType, Reportable> = {
  message: messages,
  note: notes,
  submission: submissions,
  feedback,
  profile: profiles,
}
