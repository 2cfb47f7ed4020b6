import type { RequestListener } from 'node:http'
import { isSegment, pagePath } from '@lantern/contract/cms/blocks.ts'
import { analyticsRoutes, sweepEngagement } from '#analytics/index.ts'
import {
  askForAddressCheck,
  brokenAddresses,
  cartridgeRoutes,
  checkLinksInBackground,
  courseJobs,
  courseRoutes,
  deadPaths,
  draftRoutes,
  editingRoutes,
  exchangeRoutes,
  featuredRoutes,
  gonePaths,
  importFinished,
  insightRoutes,
  linkRoutes,
  packageRoutes,
  publishingRoutes,
  publishOnTime,
  readEdited,
  sweepNightlyDrafts,
  tellOfDrafts,
} from '#authoring/index.ts'
import {
  assignmentDue,
  assignmentOpened,
  assignmentUnlocked,
  campusRoutes,
  classMessaged,
  dueMoments,
  marksReleased,
  quizMarked,
  tellOfAssignments,
  tellOfClassMessages,
  tellOfTeaching,
} from '#campus/index.ts'
import {
  catalogRoutes,
  crawlerRoutes,
  foldFiguresByTheMinute,
  forgetSharePictures,
  itemCards,
  listenToCatalog,
  shownInItems,
} from '#catalog/index.ts'
import { certificateAppealed, certificateChanged, certificateRoutes, issueCertificates } from '#certificates/index.ts'
import { cmsRoutes, keepPages, type PageSurroundings, publishedPages, shownOnPages } from '#cms/index.ts'
import {
  boughtItemRemoved,
  bundleCards,
  commerceRoutes,
  keepShop,
  orderPaid,
  paymentReturned,
  receiptIssued,
  refundDecided,
} from '#commerce/index.ts'
import {
  answerHelped,
  caseHanded,
  communityRoutes,
  likedAmong,
  messageMention,
  messageReply,
  moderationDecided,
  peerEducators,
  peerFeedbackReceived,
  peerWork,
  questionAsked,
  reportDecided,
  shownInSubmissions,
  submissionComment,
  submissionReviewed,
  tellOfMessages,
  tellOfUnanswered,
} from '#community/index.ts'
import { coursewareRoutes, importJobs, principalOfVisit } from '#courseware/index.ts'
import {
  countUse,
  identityRoutes,
  readViewers,
  resolveViewer,
  sessionMark,
  sweepNightly,
  tellOfAccounts,
} from '#identity/index.ts'
import { apiDocs } from '#kit/api-docs.ts'
import { healthRoutes, type Readiness } from '#kit/health.ts'
import { createHttpApp } from '#kit/http.ts'
import { refuseWhenOverloaded } from '#kit/overload.ts'
import type { App } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { sweepWorkingFolders } from '#kit/working-folders.ts'
import {
  completedAmong,
  followChangedContents,
  learningRoutes,
  rankNightly,
  readLearnerPart,
  tellOfTranslations,
  translationPublished,
} from '#learning/index.ts'
import {
  liveChanged,
  liveReminder,
  liveRoutes,
  remindOfSessions,
  tellOfChangedSessions,
  tellPagesOfSessions,
} from '#live/index.ts'
import { keepLti, ltiRoutes } from '#lti/index.ts'
import { makeVideos, mediaRoutes, resumeVideos, uploadJobs, uploadRoutes, videoRoutes } from '#media/index.ts'
import { lowerKinds, notificationRoutes, tellPeople } from '#notifications/index.ts'
import { followLearning, hiddenPaths, maySeePath, pathRoutes } from '#paths/index.ts'
import { shownInQuizzes } from '#quiz/index.ts'
import { gatewayRoutes } from '#realtime/index.ts'
import { keepRosters, rosterRoutes } from '#rosters/index.ts'
import { keepIndex, searchRoutes } from '#search/index.ts'
import { writeStatements } from '#statements/index.ts'
import { keepWebhooks, webhookOff, webhookRoutes } from '#webhooks/index.ts'
import { sendStatementsOn, xapiRoutes } from '#xapi/index.ts'
import { accountFlowRoutes, accountJobs } from './flows/account-routes.ts'
import { attachmentRefusal, isInOwnDraft } from './flows/attachment-access.ts'
import { attachmentRoutes } from './flows/attachment-routes.ts'
import { closeAttemptsOnTime } from './flows/close-overdue.ts'
import { certificateFileRoute } from './flows/drawn-documents/certificate-file.ts'
import { forgetPolicyFiles, policyRoutes } from './flows/drawn-documents/policy-routes.ts'
import { receiptFileRoute } from './flows/drawn-documents/receipt-file.ts'
import { forgetPictures } from './flows/forget-pictures.ts'
import { quizRoutes } from './flows/quiz-routes.ts'
import { submissionRoutes } from './flows/submission-routes.ts'
import { purgeChangedPages } from './pages/cdn.ts'

export interface AppOptions {
  readiness?: Readiness
  /** Answer 503 while the process cannot keep up; for a process that serves, not for tests. */
  shedsLoad?: boolean
  /** Serves what no route of the API takes: the pages. Absent in tests of the API. */
  pages?: (app: App) => Promise<void>
  /** Stands in front of the framework and answers some requests itself. */
  front?: (framework: RequestListener) => RequestListener
}

/** The whole application from its services; the process and the tests build it in the same way. */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<App> {
  const app = await createHttpApp(services, {
    resolveViewer,
    sessionMark,
    ...(options.front && { front: options.front }),
  })
  if (options.shedsLoad) await refuseWhenOverloaded(app)
  await apiDocs(app)
  healthRoutes(app, options.readiness ?? { closing: false })

  await gatewayRoutes(app, readViewers)
  services.metrics.gauge('realtime_sockets', 'Open connections of the realtime gateway', () => app.gateway.size)
  identityRoutes(app)
  await ltiRoutes(app)
  mediaRoutes(app)
  analyticsRoutes(app)
  await uploadRoutes(app, {
    countUpload: (userId) =>
      countUse(services.db, { key: `upload:${userId}`, windowSeconds: 3600, most: 1000 }, services.clock.now()),
  })
  attachmentRoutes(app)
  videoRoutes(app, {
    shown: [shownInItems, shownInQuizzes, shownOnPages, shownInSubmissions],
    isInOwnDraft,
    attachmentRefusal,
  })
  catalogRoutes(app, { readEdited, completedAmong })
  crawlerRoutes(app, { listedPages: readListedPages })
  await cmsRoutes(app, surroundings)
  await commerceRoutes(app)
  communityRoutes(app)
  notificationRoutes(app, notificationKinds)
  liveRoutes(app, { momentsOf: dueMoments })
  learningRoutes(app)
  searchRoutes(app, {
    async readLearnerMaps({ db }, userId, ids) {
      const [{ recordMap, collectMap }, likeMap] = await Promise.all([
        readLearnerPart(db, userId, ids),
        likedAmong(db, userId, ids),
      ])
      return { recordMap, collectMap, likeMap }
    },
  })
  quizRoutes(app)
  draftRoutes(app)
  publishingRoutes(app)
  editingRoutes(app)
  exchangeRoutes(app)
  featuredRoutes(app)
  insightRoutes(app)
  await packageRoutes(app)
  cartridgeRoutes(app)
  courseRoutes(app)
  linkRoutes(app, { findHidden: hiddenPaths })
  campusRoutes(app)
  pathRoutes(app)
  certificateRoutes(app, { maySeePath })
  await xapiRoutes(app, { otherKeys: principalOfVisit })
  await rosterRoutes(app)
  webhookRoutes(app)
  coursewareRoutes(app)
  accountFlowRoutes(app)
  policyRoutes(app)
  receiptFileRoute(app)
  certificateFileRoute(app)
  submissionRoutes(app)

  if (options.pages) await options.pages(app)
  return app
}

/** For a worker without `web`: health and metrics alone. */
export async function buildWorkerApp(services: Services, readiness: Readiness): Promise<App> {
  const app = await createHttpApp(services, { resolveViewer, sessionMark })
  healthRoutes(app, readiness)
  return app
}

/** Everything that people can be told, in the order in which they choose it. */
const shopKinds = [orderPaid, refundDecided, paymentReturned, receiptIssued, boughtItemRemoved]

const notificationKinds = [
  translationPublished,
  assignmentOpened,
  assignmentUnlocked,
  assignmentDue,
  marksReleased,
  quizMarked,
  classMessaged,
  certificateChanged,
  certificateAppealed,
  messageReply,
  questionAsked,
  messageMention,
  submissionComment,
  submissionReviewed,
  peerWork,
  peerFeedbackReceived,
  peerEducators,
  answerHelped,
  reportDecided,
  caseHanded,
  moderationDecided,
  liveReminder,
  liveChanged,
  ...shopKinds,
  importFinished,
  webhookOff,
  ...lowerKinds,
]

/** What pages that editors make refer to in other parts of the site. */
const surroundings: PageSurroundings = {
  deadPaths: async ({ db }, paths) => (await deadPaths(db, paths)).union(await hiddenPaths(db, paths)),
  gonePaths: async ({ db }, paths) => (await gonePaths(db, paths)).union(await hiddenPaths(db, paths)),
  async brokenAddresses(services, addresses) {
    await askForAddressCheck(services, addresses)
    return brokenAddresses(services.db, addresses)
  },
  async shown(services, kind, ids) {
    const found =
      kind === 'bundle'
        ? await bundleCards(services, ids)
        : (await itemCards(services.db, { kind: 'guest' }, ids)).itemMap
    return new Set(Object.keys(found))
  },
}

/** Pages that editors made, for search engines. */
async function readListedPages({ db }: Services) {
  const pages = await publishedPages(db)
  return pages
    .filter(({ slug, noIndex }) => !noIndex && !isSegment(slug))
    .map(({ namespace, slug, publishedAt }) => ({ path: pagePath(namespace, slug), updatedAt: publishedAt }))
}

/** Handlers of events and jobs. They are defined in every process and worked off where the worker role is. */
export function subscribeAll(services: Services): void {
  sweepNightly(services)
  tellOfAccounts(services)
  tellOfTeaching(services)
  tellOfAssignments(services)
  tellOfClassMessages(services)
  sweepEngagement(services)
  accountJobs(services)
  tellPeople(services, notificationKinds)
  tellOfTranslations(services)
  tellOfMessages(services)
  remindOfSessions(services)
  tellOfUnanswered(services)
  tellOfChangedSessions(services)
  tellPagesOfSessions(services)
  uploadJobs(services)
  importJobs(services)
  courseJobs(services)
  forgetPictures(services)
  listenToCatalog(services)
  keepPages(services)
  purgeChangedPages(services)
  forgetSharePictures(services)
  forgetPolicyFiles(services)
  keepIndex(services)
  followChangedContents(services)
  followLearning(services)
  issueCertificates(services)
  closeAttemptsOnTime(services)
  rankNightly(services)
  foldFiguresByTheMinute(services)
  sweepNightlyDrafts(services)
  tellOfDrafts(services)
  publishOnTime(services)
  checkLinksInBackground(services)
  keepShop(services)
  keepRosters(services)
  keepLti(services)
  keepWebhooks(services)
  writeStatements(services)
  sendStatementsOn(services)
  makeVideos(services)
  services.jobs.daily('media.resume_videos', () => resumeVideos(services))
  services.jobs.daily('kit.sweep_working_folders', () => sweepWorkingFolders(services))
}
