import * as discussion from '@lantern/contract/community/discussion.ts'
import { like, unlike } from '@lantern/contract/community/likes.ts'
import { getReportStats } from '@lantern/contract/community/report-stats.ts'
import { type App, route } from '#kit/route.ts'
import * as changes from './change-message.ts'
import { addLike, removeLike } from './likes.ts'
import { listMessages } from './list-messages.ts'
import { postMessage } from './post-message.ts'
import { markRead } from './read-marks.ts'
import { readReportStats } from './report-stats.ts'

export function communityRoutes(app: App): void {
  route(app, discussion.listComments, ({ services, viewer, query }) => listMessages(services, viewer, query))
  route(app, discussion.postComment, ({ services, viewer, body }) => postMessage(services, viewer, body))
  route(app, discussion.updateComment, ({ services, viewer, body }) => changes.editMessage(services, viewer, body))
  route(app, discussion.deleteComment, ({ services, viewer, body }) => changes.deleteMessage(services, viewer, body))
  route(app, discussion.chooseAnswer, ({ services, viewer, body }) => changes.markAnswer(services, viewer, body))
  route(app, discussion.previewComment, ({ services, viewer, body }) => changes.previewMessage(services, viewer, body))
  route(app, discussion.readChannel, ({ services, viewer, body }) => markRead(services, viewer, body))
  route(app, like, ({ services, viewer, body }) => addLike(services, viewer, body))
  route(app, unlike, ({ services, viewer, body }) => removeLike(services, viewer, body))
  route(app, getReportStats, ({ query, services }) => readReportStats(services, query.period))
}
