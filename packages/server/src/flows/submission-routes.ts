import { deleteSubmission, handIn } from '@lantern/contract/community/submissions.ts'
import * as community from '#community/index.ts'
import { type App, route } from '#kit/route.ts'
import { inTransaction } from '#kit/sql.ts'
import { lockLearner, toggleStep } from '#learning/index.ts'

/** Handing in ticks the step, and deleting opens a step again that demands a submission. */
export function submissionRoutes(app: App): void {
  route(app, handIn, ({ services, viewer, body }) =>
    inTransaction(services.db, async (trx) => {
      await lockLearner(trx, viewer.id)
      const within = { ...services, db: trx }
      const submission = await community.handIn(within, viewer, body)
      await toggleStep(within, viewer, { id: body.itemId, stepId: body.sectionId, completed: true })
      return { submission }
    }),
  )
  route(app, deleteSubmission, ({ services, viewer, body }) =>
    inTransaction(services.db, async (trx) => {
      await lockLearner(trx, viewer.id)
      const within = { ...services, db: trx }
      const { step } = await community.deleteSubmission(within, viewer, body.id)
      if (step) await toggleStep(within, viewer, { id: step.itemId, stepId: step.stepId, completed: false })
      return { deleted: true }
    }),
  )
}
