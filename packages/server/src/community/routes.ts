import * as discussion from '@lantern/contract/community/discussion.ts'
import { like, unlike } from '@lantern/contract/community/likes.ts'
import * as words from '@lantern/contract/community/listed-terms.ts'
import { getReportStats } from '@lantern/contract/community/report-stats.ts'
import * as reports from '@lantern/contract/community/reports.ts'
import * as waiting from '@lantern/contract/community/waiting.ts'
import { type App, route } from '#kit/route.ts'
import * as changes from './change-message.ts'
import { addLike, removeLike } from './likes.ts'
import { listMessages } from './list-messages.ts'
import { listWaiting } from './list-waiting.ts'
import * as decisions from './moderation/decide.ts'
import { handOver } from './moderation/hand-over.ts'
import * as wordList from './moderation/listed-terms/term-list.ts'
import { appeal, ownDecisions } from './moderation/own-decisions.ts'
import { listCases, readCase } from './moderation/read-cases.ts'
import { reportThing } from './moderation/report-thing.ts'
import { noteRoutes } from './notes/note-routes.ts'
import { postMessage } from './post-message.ts'
import { markRead } from './read-marks.ts'
import { readReportStats } from './report-stats.ts'
import { submissionRoutes } from './submissions/submission-routes.ts'

export function communityRoutes(app: App): void {
  route(app, discussion.listComments, ({ services, viewer, query }) => listMessages(services, viewer, query))
  route(app, discussion.postComment, ({ services, viewer, body }) => postMessage(services, viewer, body))
  route(app, discussion.updateComment, ({ services, viewer, body }) => changes.editMessage(services, viewer, body))
  route(app, discussion.deleteComment, ({ services, viewer, body }) => changes.deleteMessage(services, viewer, body))
  route(app, discussion.chooseAnswer, ({ services, viewer, body }) => changes.markAnswer(services, viewer, body))
  route(app, discussion.previewComment, ({ services, viewer, body }) => changes.previewMessage(services, viewer, body))
  route(app, discussion.readChannel, ({ services, viewer, body }) => markRead(services, viewer, body))
  route(app, waiting.listWaiting, ({ services, viewer, query }) => listWaiting(services, viewer, query))
  noteRoutes(app)
  submissionRoutes(app)
  route(app, like, ({ services, viewer, body }) => addLike(services, viewer, body))
  route(app, unlike, ({ services, viewer, body }) => removeLike(services, viewer, body))
  route(app, reports.reportThing, ({ services, viewer, body }) => reportThing(services, viewer, body))
  route(app, reports.listReports, ({ services, viewer, query }) => listCases(services, viewer, query))
  route(app, reports.readCase, ({ services, viewer, query }) => readCase(services, viewer, query))
  route(app, reports.banReported, ({ services, viewer, body }) => decisions.banReported(services, viewer, body))
  route(app, reports.ignoreReported, ({ services, viewer, body }) => decisions.ignoreReported(services, viewer, body))
  route(app, reports.undoDecision, ({ services, viewer, body }) => decisions.undoDecision(services, viewer, body))
  route(app, reports.readReported, ({ services, viewer, body }) => decisions.readReported(services, viewer, body))
  route(app, reports.handOver, ({ services, viewer, body }) => handOver(services, viewer, body))
  route(app, reports.decideMany, ({ services, viewer, body }) => decisions.decideMany(services, viewer, body))
  route(app, reports.rejectAppeal, ({ services, viewer, body }) => decisions.rejectAppeal(services, viewer, body))
  route(app, words.listWords, ({ services }) => wordList.listWords(services))
  route(app, words.addWord, ({ services, viewer, body }) => wordList.addWord(services, viewer, body))
  route(app, words.activateWord, ({ services, body }) => wordList.activateWord(services, body))
  route(app, words.removeWord, ({ services, body }) => wordList.removeWord(services, body))
  route(app, reports.listOwnDecisions, ({ services, viewer }) => ownDecisions(services, viewer))
  route(app, reports.makeAppeal, ({ services, viewer, body }) => appeal(services, viewer, body))
  route(app, getReportStats, ({ query, services }) => readReportStats(services, query.period))
}
