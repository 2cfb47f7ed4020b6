import { deleteSubmission, handIn } from '@lantern/contract/community/submissions.ts'
import * as community from '#community/index.ts'
import { type App, route } from '#kit/route.ts'
import { toggleStep } from '#learning/index.ts'

/** Handing in ticks the step, and deleting opens a step again that demands a submission. */
export function submissionRoutes(app: App): void {
  route(app, handIn, async ({ services, viewer, body }) => {
    const submission = await community.handIn(services, viewer, body)
    await toggleStep(services, viewer, { id: body.itemId, stepId: body.sectionId, completed: true })
    return { submission }
  })
  route(app, deleteSubmission, async ({ services, viewer, body }) => {
    const { step } = await community.deleteSubmission(services, viewer, body.id)
    if (step) await toggleStep(services, viewer, { id: step.itemId, stepId: step.stepId, completed: false })
    return { deleted: true }
  })
}
