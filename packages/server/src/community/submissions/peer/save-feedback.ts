import { newId } from '@lantern/contract/ids.ts'
import type { Services } from '#kit/services.ts'
import { messageHtml } from '../../message-html.ts'

/** Keeps feedback that was given elsewhere, with its own time: nobody is told of it. What is known stays. */
export async function savePeerFeedback(
  { db }: Pick<Services, 'db'>,
  submissionId: string,
  given: { reviewerId: string; at: Date; answers: readonly { question: string; content: string }[] },
): Promise<void> {
  const { reviewerId, at } = given
  const answers = given.answers.map((answer) => ({ ...answer, html: messageHtml(answer.content, []).html }))
  await db
    .insertInto('peer_feedback')
    .values({
      ...{ id: newId('peerFeedback', at.getTime()), submission_id: submissionId, reviewer_id: reviewerId, version: 1 },
      ...{ assigned_at: at, due_at: at, given_at: at, answers: JSON.stringify(answers) },
    })
    .onConflict((conflict) => conflict.columns(['submission_id', 'reviewer_id']).doNothing())
    .execute()
}
