import type { givePeerFeedback as GivePeerFeedback } from '@lantern/contract/community/peer-feedback.ts'
import { peerShare } from '@lantern/contract/community/peer-rules.ts'
import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { mayAccess, type SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { countUse } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { isBlank, messageHtml } from '../../message-html.ts'
import { openHeldCase } from '../../moderation/listed-terms/hold.ts'
import { reviewText } from '../../moderation/listed-terms/term-list.ts'
import { requireUnmuted } from '../../moderation/own-decisions.ts'
import { requireWithinLimits } from '../../writing.ts'
import { visibleSubmission } from '../visible-submissions.ts'
import { givenBy } from './given.ts'
import { tellOfFeedback } from './tell-of-feedback.ts'

/** Feedback of one person. */
const feedbackLimit = { windowSeconds: 600, most: 30 }

interface Handed {
  given_at: Date | null
  submission_id: string
  author_id: string
  item_id: string
  section_id: string | null
  questions: string[] | null
}

/** Gives what was handed out, late too. It stands as it was first given. */
export async function giveFeedback(
  services: Services,
  viewer: SignedIn,
  { id, answers }: BodyOf<typeof GivePeerFeedback>,
): Promise<ResponseOf<typeof GivePeerFeedback>> {
  const now = services.clock.now()
  return inTransaction(services.db, async (trx) => {
    await countUse(trx, { key: `peer_feedback:${viewer.id}`, ...feedbackLimit }, now)
    const handed = await lockHanded(trx, viewer, id)
    if (handed.given_at === null) {
      await requireUnmuted(trx, viewer.id, now)
      const { written, heldBy } = await shownAnswers(trx, viewer, { questions: handed.questions ?? [], answers, now })
      const held = heldBy === null ? null : 'held'
      await sql`
        update peer_feedback f set given_at = ${now}, answers = ${JSON.stringify(written)}::jsonb,
          version = (select s.version from submissions s where s.id = f.submission_id),
          hidden_at = ${held && now}::timestamptz, hidden_reason = ${held}
        where f.id = ${id}`.execute(trx)
      if (heldBy === null) await tellOfFeedback(services, trx, id)
      else await openHeldCase(trx, { id, type: 'feedback', subjectId: viewer.id }, { word: heldBy, now })
    }
    const { rows } = await sql<{ given: number }>`
      select ${givenBy(sql`${viewer.id}`, sql`${handed.section_id}`)} as given`.execute(trx)
    return { given: rows[0]?.given ?? 0, share: peerShare }
  })
}

async function lockHanded(trx: Trx, viewer: SignedIn, id: string): Promise<Handed> {
  const { rows } = await sql<Handed>`
    select f.given_at, s.id as submission_id, s.author_id, s.item_id, s.section_id,
      (select t.peer_questions from sections t where t.id = s.section_id) as questions
    from peer_feedback f join submissions s on s.id = f.submission_id join items i on i.id = s.item_id
    where f.id = ${id} and f.reviewer_id = ${viewer.id} and ${visibleSubmission(viewer)}
    for no key update of f`.execute(trx)
  if (!rows[0]) throw refuse('not_found')
  return rows[0]
}

/** The answers as they will be shown, with their questions. Listed terms and the limits of new members hold for them. */
async function shownAnswers(
  trx: Trx,
  viewer: SignedIn,
  { questions, answers, now }: { questions: readonly string[]; answers: readonly string[]; now: Date },
) {
  const isTrusted = mayAccess(viewer, 'moderator')
  const written: { question: string; content: string; html: string }[] = []
  let heldBy: string | null = null
  for (const [at, question] of questions.entries()) {
    const field = `answers.${at}`
    const typed = (answers[at] ?? '').trim()
    const { text, heldBy: word } = isTrusted ? { text: typed, heldBy: null } : await reviewText(trx, typed)
    const { html } = messageHtml(text, [])
    if (isBlank(html)) throw refuse('bad_request', { details: [{ field, message: 'community.peer_answer_missing' }] })
    await requireWithinLimits(trx, { viewer, now, html, field })
    written.push({ question, content: text, html })
    heldBy ??= word
  }
  if (written.length === 0) throw refuse('not_found')
  return { written, heldBy }
}
