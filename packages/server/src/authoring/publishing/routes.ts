import * as audiences from '@lantern/contract/authoring/audiences.ts'
import * as publishing from '@lantern/contract/authoring/publishing.ts'
import { type App, route } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { readItemAudience, saveItemAudience } from './audience.ts'
import { checkDraft } from './publish-draft.ts'
import { cancelSchedule, readSchedule, runItemSchedules, scheduleItem } from './schedules.ts'

/** What an author is told before publishing, and what is to happen by itself. */
export function publishingRoutes(app: App): void {
  route(app, publishing.checkDraft, ({ services, viewer, params }) => checkDraft(services, viewer, params.id))
  route(app, audiences.readAudience, ({ services, viewer, params }) => readItemAudience(services, viewer, params.id))
  route(app, audiences.saveAudience, ({ services, viewer, params, body }) =>
    saveItemAudience(services, viewer, { id: params.id, ...body }),
  )
  route(app, publishing.listItemSchedule, ({ services, viewer, params }) => readSchedule(services, viewer, params.id))
  route(app, publishing.scheduleItem, ({ services, viewer, params, body }) =>
    scheduleItem(services, viewer, { id: params.id, ...body }),
  )
  route(app, publishing.cancelItemSchedule, ({ services, viewer, params, body }) =>
    cancelSchedule(services, viewer, { id: params.id, ...body }),
  )
}

/** What is planned for items is done at its time. */
export function publishOnTime(services: Services): void {
  services.jobs.everyMinute('authoring.run_schedules', () => runItemSchedules(services))
}
