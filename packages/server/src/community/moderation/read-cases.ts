import type { CaseView } from '@lantern/contract/community/report-rules.ts'
import type { CaseFile, listReports, ReportedReason } from '@lantern/contract/community/reports.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { submissionLink } from '@lantern/contract/links.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { visibleIds } from '#catalog/index.ts'
import { shownName } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { actsWhere, type CaseRow, caseById, casesOf, countCases, entryOf } from './case-rows.ts'
import { mayRestrict } from './decide.ts'
import { handoversOf, moderatorsFor } from './hand-over.ts'
import { reportables } from './reportables.ts'
import { reportersOf } from './standing.ts'

export async function listCases(
  { db }: Services,
  viewer: SignedIn,
  { status = 'open', page = 0, pageSize = 20 }: { status?: CaseView; page?: number; pageSize?: number },
): Promise<ResponseOf<typeof listReports>> {
  const count = (view: CaseView) => countCases(db, view, viewer.id)
  const waiting = { open: await count('open'), mine: await count('mine'), appealed: await count('appealed') }
  return {
    results: (await casesOf(db, status, { viewerId: viewer.id, page, pageSize })).map(entryOf),
    total: status === 'decided' ? await count('decided') : waiting[status],
    page,
    pageSize,
    waiting,
  }
}

export async function readCase(
  { db, clock }: Services,
  viewer: SignedIn,
  { caseId }: { caseId: string },
): Promise<CaseFile> {
  const row = await caseById(db, caseId)
  const ofCase = sql`a.type = ${row.type} and a.target_id = ${row.target_id}`
  return {
    entry: entryOf(row),
    path: await pathOf(db, viewer, row),
    subject: await subjectOf(db, row),
    context: await contextOf(db, row),
    earlier: await earlierTexts(db, row),
    reports: await reportsOf(db, row, clock.now()),
    acts: await actsWhere(db, sql`${ofCase} and a.action <> 'read'`),
    history: await actsWhere(db, sql`a.subject_id = ${row.subject_id} and a.action = 'ban' and not (${ofCase})`),
    appeal: await appealOf(db, row),
    handovers: await handoversOf(db, row.id),
    moderators: await moderatorsFor(db, row),
    isHeld: (await reportables[row.type].isHeld?.(db, row.target_id)) ?? false,
    mayHide: reportables[row.type].setHidden !== undefined,
    mayRestrict: await mayRestrict(db, viewer, row.subject_id),
  }
}

interface Place {
  path: string
  itemId: string
}

/** Where the reported thing stands; null: the step of a note is gone, or the moderator does not find the item. */
async function pathOf(db: Db, viewer: SignedIn, { type, target_id: id }: CaseRow): Promise<string | null> {
  if (type === 'profile') return `/u/${encodeURIComponent(id)}`
  const place = await placesOf[type](db, id)
  return place && (await visibleIds(db, viewer, [place.itemId])).has(place.itemId) ? place.path : null
}

const placesOf: Record<Exclude<CaseRow['type'], 'profile'>, (db: Db, id: string) => Promise<Place | null>> = {
  async message(db, id) {
    const { rows } = await sql<{ channel_id: string; item_id: string }>`
      select channel_id, item_id from messages where id = ${id}`.execute(db)
    const query = new URLSearchParams({ messageId: id })
    const [row] = rows
    return row ? { path: `/messages/c/${encodeURIComponent(row.channel_id)}?${query}`, itemId: row.item_id } : null
  },
  async note(db, id) {
    const { rows } = await sql<{ type: string; slug: string; anchor: string; item_id: string }>`
      select i.type, i.slug, t.anchor, i.id as item_id
      from notes n join sections t on t.id = n.section_id join items i on i.id = n.item_id
      where n.id = ${id}`.execute(db)
    const [step] = rows
    if (!step) return null
    const path = `/${step.type}/${encodeURIComponent(step.slug)}#${encodeURIComponent(step.anchor)}`
    return { path, itemId: step.item_id }
  },
  submission: (db, id) => placeOfSubmission(db, sql`s.id = ${id}`),
  feedback: (db, id) =>
    placeOfSubmission(db, sql`s.id = (select f.submission_id from peer_feedback f where f.id = ${id})`),
}

async function placeOfSubmission(db: Db, which: RawBuilder<boolean>): Promise<Place | null> {
  const { rows } = await sql<{ id: string; item_id: string }>`
    select s.id, s.item_id from submissions s where ${which}`.execute(db)
  const [row] = rows
  return row ? { path: submissionLink(row.id), itemId: row.item_id } : null
}

async function subjectOf(db: Db, { subject_id: id }: CaseRow): Promise<CaseFile['subject']> {
  const { rows } = await sql<{ id: string; name: string; avatar: string | null; created_at: Date }>`
    select id, coalesce(nullif(full_name, ''), name) as name, avatar, created_at
    from users where id = ${id} and deleted_at is null`.execute(db)
  const [row] = rows
  return row ? { id: row.id, name: row.name, avatar: row.avatar, joinedTime: row.created_at.toISOString() } : null
}

const contextBefore = 3
const contextAfter = 2

/** The reported note, submission or feedback, or the message with its neighbours in the thread: what a hidden or changed one says or said last. */
async function contextOf(db: Db, { type, target_id: id }: CaseRow): Promise<CaseFile['context']> {
  if (type === 'note') return contextOfNote(db, id)
  if (type === 'submission') return contextOfSubmission(db, id)
  if (type === 'feedback') return contextOfFeedback(db, id)
  if (type !== 'message') return []
  const { rows } = await sql<{ id: string; name: string | null; html: string; created_at: Date }>`
    with reported as (select id, coalesce(parent_id, id) as thread from messages where id = ${id}),
    thread as (
      select m.* from messages m, reported
      where (m.id = reported.thread or m.parent_id = reported.thread) and (m.deleted_at is null or m.id = reported.id)
    )
    (select t.id, ${shownName} as name, t.html, t.created_at
      from thread t left join users u on u.id = t.author_id, reported
      where t.id <= reported.id order by t.id desc limit ${contextBefore + 1})
    union all
    (select t.id, ${shownName}, t.html, t.created_at
      from thread t left join users u on u.id = t.author_id, reported
      where t.id > reported.id order by t.id limit ${contextAfter})
    order by id`.execute(db)
  return rows.map((row) => ({ id: row.id, name: row.name, html: row.html, time: row.created_at.toISOString() }))
}

async function contextOfNote(db: Db, id: string): Promise<CaseFile['context']> {
  const { rows } = await sql<{ name: string | null; html: string; created_at: Date }>`
    select ${shownName} as name, n.html, n.created_at
    from notes n left join users u on u.id = n.user_id where n.id = ${id}`.execute(db)
  return rows.map((row) => ({ id, name: row.name, html: row.html, time: row.created_at.toISOString() }))
}

async function contextOfSubmission(db: Db, id: string): Promise<CaseFile['context']> {
  const { rows } = await sql<{ name: string | null; html: string; handed_in_at: Date }>`
    select ${shownName} as name, s.html, s.handed_in_at
    from submissions s left join users u on u.id = s.author_id where s.id = ${id}`.execute(db)
  return rows.map((row) => ({ id, name: row.name, html: row.html, time: row.handed_in_at.toISOString() }))
}

async function contextOfFeedback(db: Db, id: string): Promise<CaseFile['context']> {
  const { rows } = await sql<{ name: string | null; html: string; given_at: Date }>`
    select ${shownName} as name, f.given_at,
      (select string_agg(a.value ->> 'html', '' order by a.ordinality)
        from jsonb_array_elements(f.answers) with ordinality a) as html
    from peer_feedback f left join users u on u.id = f.reviewer_id where f.id = ${id}`.execute(db)
  return rows.map((row) => ({ id, name: row.name, html: row.html, time: row.given_at.toISOString() }))
}

const mostEarlier = 50

async function earlierTexts(db: Db, { type, target_id: id }: CaseRow): Promise<CaseFile['earlier']> {
  if (type !== 'message') return []
  const { rows } = await sql<{ content: string; replaced_at: Date }>`
    select content, replaced_at from message_versions where message_id = ${id}
    order by id desc limit ${mostEarlier}`.execute(db)
  return rows.map(({ content, replaced_at }) => ({ content, replacedTime: replaced_at.toISOString() }))
}

async function reportsOf(db: Db, { type, target_id: id }: CaseRow, now: Date): Promise<CaseFile['reports']> {
  const { rows } = await sql<{
    reporter_id: string | null
    word: string | null
    name: string | null
    avatar: string | null
    reasons: ReportedReason[]
    created_at: Date
  }>`
    select r.reporter_id, r.word, ${shownName} as name, u.avatar, r.reasons, r.created_at
    from reports r left join users u on u.id = r.reporter_id
    where r.type = ${type} and r.target_id = ${id} order by r.weight desc, r.id limit 100`.execute(db)
  const reporters = await reportersOf(
    db,
    rows.flatMap((row) => row.reporter_id ?? []),
    now,
  )
  return rows.map((row) => {
    const known = reporters.get(row.reporter_id ?? '')
    return {
      reporter: row.reporter_id === null ? null : { id: row.reporter_id, name: row.name ?? '', avatar: row.avatar },
      word: row.word,
      reasons: row.reasons,
      time: row.created_at.toISOString(),
      decided: known?.decided ?? 0,
      upheld: known?.upheld ?? 0,
    }
  })
}

async function appealOf(db: Db, { type, target_id: id }: CaseRow): Promise<CaseFile['appeal']> {
  const { rows } = await sql<{ content: string; made_at: Date; granted: boolean | null }>`
    select p.content, p.made_at, p.granted from report_appeals p join report_acts a on a.id = p.act_id
    where a.type = ${type} and a.target_id = ${id} order by a.id desc limit 1`.execute(db)
  const [row] = rows
  return row ? { content: row.content, time: row.made_at.toISOString(), granted: row.granted } : null
}
