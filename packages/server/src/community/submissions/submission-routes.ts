import * as peer from '@lantern/contract/community/peer-feedback.ts'
import * as reviews from '@lantern/contract/community/submission-reviews.ts'
import * as submissions from '@lantern/contract/community/submissions.ts'
import { type App, route } from '#kit/route.ts'
import { listForReview } from './list-for-review.ts'
import { listGallery, listOfPerson } from './list-submissions.ts'
import { giveFeedback } from './peer/give-feedback.ts'
import { takeTask } from './peer/hand-out.ts'
import { readPeerState } from './peer/peer-state.ts'
import { readSubmission } from './read-submission.ts'
import { collectSubmission, viewSubmission } from './submission-acts.ts'
import { reviewSubmission } from './submission-reviews.ts'

/** What reads and marks submissions. Handing in and deleting move the progress of the learner: flows/submission-routes.ts. */
export function submissionRoutes(app: App): void {
  route(app, submissions.listSubmissions, ({ services, viewer, query }) => listGallery(services, viewer, query))
  route(app, submissions.listSubmissionsOfPerson, ({ services, viewer, query }) =>
    listOfPerson(services, viewer, query),
  )
  route(app, submissions.readSubmission, ({ services, viewer, params, query }) =>
    readSubmission(services, viewer, { ...params, ...query }),
  )
  route(app, submissions.collectSubmission, ({ services, viewer, body }) => collectSubmission(services, viewer, body))
  route(app, reviews.listSubmissionsForReview, ({ services, viewer, query }) => listForReview(services, viewer, query))
  route(app, reviews.reviewSubmission, ({ services, viewer, body }) => reviewSubmission(services, viewer, body))
  route(app, peer.readPeerState, ({ services, viewer, query }) => readPeerState(services, viewer, query))
  route(app, peer.takePeerTask, ({ services, viewer, body }) => takeTask(services, viewer, body))
  route(app, peer.givePeerFeedback, ({ services, viewer, body }) => giveFeedback(services, viewer, body))
  route(app, submissions.viewSubmission, ({ services, viewer, body }) => viewSubmission(services, viewer, body))
}
