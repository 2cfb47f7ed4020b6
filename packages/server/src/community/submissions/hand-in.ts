import { isDeepStrictEqual } from 'node:util'
import { isMaker } from '@lantern/contract/catalog/access.ts'
import type { SubmissionType } from '@lantern/contract/catalog/item-types.ts'
import type { AvailabilityValues } from '@lantern/contract/community/availability.ts'
import { type choosablePermissions, fileKindsOf, filesFault } from '@lantern/contract/community/submission-rules.ts'
import type { Submission } from '@lantern/contract/community/submissions.ts'
import type { FieldProblem } from '@lantern/contract/errors.ts'
import { newId } from '@lantern/contract/ids.ts'
import { mayAccess, type SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { requireReadable, requireVisibleItem, type VisibleItem } from '#catalog/index.ts'
import { countUse } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import { onOneLine } from '#kit/one-line.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { attachmentsById } from '#media/index.ts'
import { messageHtml } from '../message-html.ts'
import { openHeldCase } from '../moderation/listed-terms/hold.ts'
import { reviewText } from '../moderation/listed-terms/term-list.ts'
import { requireUnmuted } from '../moderation/own-decisions.ts'
import { requireWithinLimits } from '../writing.ts'
import { availabilityFaults, filled, freeLinks, heldBecauseOf } from './availability.ts'
import { tellWaiting } from './peer/hand-out.ts'
import { cardOf, filesIn, type SubmissionRow, submissionById, submissionColumns } from './submission-rows.ts'

export interface NewSubmission {
  itemId: string
  sectionId: string
  type: SubmissionType
  permission: (typeof choosablePermissions)[number]
  title: string
  description: string
  attachmentIds: string[]
  availability?: AvailabilityValues
}

/** Submissions of one person. */
const handInLimit = { windowSeconds: 600, most: 60 }

/**
 * A learner has one submission for each step. Another title, text, other files or places to get it make its next version;
 * sent again as it is, it stays the same.
 */
export async function handIn(services: Services, viewer: SignedIn, given: NewSubmission): Promise<Submission> {
  const input = { ...given, availability: filled(given.availability) }
  const now = services.clock.now()
  const id = await inTransaction(services.db, async (trx) => {
    const item = await requireVisibleItem(trx, viewer, input.itemId)
    await requireReadable(trx, viewer, item)
    const step = await requireSubmissionStep(trx, item.id, input.sectionId)
    // locks the writer's count: of two tabs that send at once the second finds what the first handed in
    await countUse(trx, { key: `submission:${viewer.id}`, ...handInLimit }, now)
    if (input.permission === 'public') await requireUnmuted(trx, viewer.id, now)
    await requireSound(trx, viewer, step, input)
    const text = await reviewed(trx, viewer, item, input, now)
    const known = await submissionOf(trx, viewer.id, input.sectionId)
    const written = known
      ? await change(trx, known, input, text, now)
      : await insert(trx, viewer, step, input, text, now)
    if (text.heldBy !== null && written.isNew) {
      await openHeldCase(trx, { id: written.id, type: 'submission', subjectId: viewer.id }, { word: text.heldBy, now })
    }
    if (written.isNew && text.heldBy === null && input.permission === 'public') {
      await tellWaiting(services, trx, { submissionId: written.id, sectionId: step.id })
    }
    return written.id
  })
  return requireSubmission(services, id)
}

async function requireSubmission(services: Services, id: string): Promise<Submission> {
  const row = await submissionById(services.db, id)
  if (!row) throw refuse('not_found')
  return submissionOfRow(services, row)
}

export async function submissionOfRow(
  services: Pick<Services, 'db' | 'config'>,
  row: SubmissionRow,
): Promise<Submission> {
  const files = filesIn(await attachmentsById(services, row.attachments), row.attachments)
  return { ...cardOf(row, files), description: row.description, html: row.html, availability: row.availability, files }
}

type Input = Required<NewSubmission>

interface Step {
  id: string
  item_id: string
  title: string
  submission_type: SubmissionType
}

async function requireSubmissionStep(trx: Trx, itemId: string, sectionId: string): Promise<Step> {
  const { rows } = await sql<Step>`
    select id, item_id, title, submission_type from sections
    where id = ${sectionId} and item_id = ${itemId} and type = 'submission'
      and submission_type is not null for key share`.execute(trx)
  const [step] = rows
  if (!step) throw refuse('not_found')
  return step
}

/** Refuses by field what the step does not take. */
async function requireSound(trx: Trx, viewer: SignedIn, step: Step, input: Input): Promise<void> {
  const details: FieldProblem[] = []
  const add = (field: string, message: string) => details.push({ field, message })
  if (input.type !== step.submission_type) add('type', 'community.submission_other_type')
  if (onOneLine(input.title) === '') add('title', 'community.submission_needs_title')
  const files = await ownFiles(trx, viewer.id, input.attachmentIds)
  const allowed: readonly string[] = fileKindsOf(input.type)
  const wrong = input.attachmentIds.some((id) => !allowed.includes(files.get(id)?.kind ?? ''))
  const isUnfinished = [...files.values()].some(({ state }) => state === 'uploading')
  const isRefused = [...files.values()].some(({ state }) => state === 'failed')
  const fault = filesFault(
    input.type,
    [...files.values()].map(({ kind }) => kind),
  )
  if (wrong) add('attachmentIds', 'community.submission_wrong_file')
  else if (isUnfinished) add('attachmentIds', 'community.submission_unfinished_file')
  else if (isRefused) add('attachmentIds', 'community.submission_refused_file')
  else if (fault) add('attachmentIds', fault)
  details.push(...availabilityFaults(input.availability))
  if (details.length > 0) throw refuse('bad_request', { details })
}

/** A film's own state counts: the upload of one that could not be made is kept. */
async function ownFiles(trx: Trx, userId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; kind: string; state: string }>`
    select a.id, a.kind, coalesce(v.state, a.state) as state from attachments a left join videos v on v.id = a.video_id
    where a.owner_id = ${userId} and a.id = any(${[...ids]}::text[]) for key share of a`.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}

interface Text {
  title: string
  description: string
  html: string
  heldBy: string | null
}

/**
 * Title and text as they will be shown. What others read has the rules of messages: listed terms, and few links of new
 * members.
 */
async function reviewed(trx: Trx, viewer: SignedIn, item: VisibleItem, input: Input, now: Date): Promise<Text> {
  const title = onOneLine(input.title)
  const isPublic = input.permission === 'public'
  if (!isPublic || isMaker(viewer, item) || mayAccess(viewer, 'moderator')) {
    return { title, description: input.description, html: messageHtml(input.description, []).html, heldBy: null }
  }
  const [heading, body] = [await reviewText(trx, title), await reviewText(trx, input.description)]
  const { html } = messageHtml(body.text, [])
  const moreLinks = freeLinks(input.availability)
  await requireWithinLimits(trx, { viewer, now, html, moreLinks, field: 'description' })
  const heldAddress = await heldBecauseOf(trx, input.availability)
  const heldBy = heading.heldBy ?? body.heldBy ?? heldAddress
  return { title: heading.text, description: body.text, html, heldBy }
}

async function submissionOf(trx: Trx, userId: string, sectionId: string): Promise<SubmissionRow | undefined> {
  const { rows } = await sql<SubmissionRow>`
    select ${submissionColumns} from submissions s
    where s.author_id = ${userId} and s.section_id = ${sectionId} for update`.execute(trx)
  return rows[0]
}

interface Handed {
  id: string
  /** Others read something that they have not read before. */
  isNew: boolean
}

async function insert(
  trx: Trx,
  viewer: SignedIn,
  step: Step,
  input: Input,
  { title, description, html, heldBy }: Text,
  now: Date,
): Promise<Handed> {
  const id = newId('submission', now.getTime())
  await trx
    .insertInto('submissions')
    .values({
      ...{ id, item_id: step.item_id, section_id: step.id, step_title: step.title, author_id: viewer.id },
      ...{ type: input.type, permission: input.permission, title, description, html },
      ...{ availability: JSON.stringify(input.availability), created_at: now, handed_in_at: now },
      ...(heldBy !== null && { hidden_at: now, hidden_reason: 'held' }),
    })
    .execute()
  await keepFiles(trx, { id, version: 1 }, input.attachmentIds)
  return { id, isNew: true }
}

/** What moderators have hidden stays hidden: they decide about its new version too. */
async function change(
  trx: Trx,
  known: SubmissionRow,
  input: Input,
  { title, description, html, heldBy }: Text,
  now: Date,
): Promise<Handed> {
  const { id, version } = known
  const isSame =
    known.title === title &&
    known.description === description &&
    known.type === input.type &&
    known.attachments.join() === input.attachmentIds.join() &&
    isDeepStrictEqual(known.availability, input.availability)
  const held = sql`hidden_at = coalesce(hidden_at, ${heldBy === null ? null : now}::timestamptz),
    hidden_reason = coalesce(hidden_reason, ${heldBy === null ? null : 'held'}::text)`
  if (isSame) {
    if (known.permission === input.permission) return { id, isNew: false }
    await sql`update submissions set permission = ${input.permission}, ${held} where id = ${id}`.execute(trx)
    return { id, isNew: known.hidden_reason === null }
  }
  await sql`
    insert into submission_versions (submission_id, version, title, description, html, availability, handed_in_at)
    select id, version, title, description, html, availability, handed_in_at from submissions where id = ${id}`.execute(
    trx,
  )
  await sql`
    update submissions set title = ${title}, description = ${description}, html = ${html}, type = ${input.type},
      availability = ${JSON.stringify(input.availability)}::jsonb, permission = ${input.permission},
      version = ${version + 1}, handed_in_at = ${now},
      step_title = (select t.title from sections t where t.id = section_id),
      ${held}
    where id = ${id}`.execute(trx)
  await keepFiles(trx, { id, version: version + 1 }, input.attachmentIds)
  return { id, isNew: known.hidden_reason === null }
}

async function keepFiles(
  trx: Trx,
  { id, version }: { id: string; version: number },
  attachmentIds: readonly string[],
): Promise<void> {
  const rows = attachmentIds.map((attachmentId, position) => ({
    ...{ submission_id: id, version, position, attachment_id: attachmentId },
  }))
  await trx.insertInto('submission_files').values(rows).execute()
}
