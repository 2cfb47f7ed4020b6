import {
  cancelPageSchedule,
  checkPage as checkPageCall,
  createPage as createPageCall,
  deletePage as deletePageCall,
  getPageDraft,
  getPageRevision,
  linkToPreview,
  listPageRevisions,
  listPages as listPagesCall,
  preparePage,
  publishPage as publishPageCall,
  renamePage as renamePageCall,
  restorePageRevision,
  revokePreviewLinks,
  savePageDraft,
  schedulePage as schedulePageCall,
  startPageLocale,
  undeletePage as undeletePageCall,
  unpublishPage as unpublishPageCall,
} from '@lantern/contract/cms/pages.ts'
import { pageDraftTopic } from '@lantern/contract/cms/topics.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { thinRevisions } from '#kit/documents/thin-revisions.ts'
import { type App, route } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { checkPage, type PageSurroundings, preparePreview } from './check-page.ts'
import { graphqlRoutes } from './graphql.ts'
import { createPage, deletePage, listPages, renamePage, sweepDeletedPages, undeletePage } from './manage-pages.ts'
import { pageDocuments } from './page-documents.ts'
import { readRevision, readRevisions, restoreRevision } from './page-revisions.ts'
import { linkPreview, revokePreviews, sweepPreviews } from './previews.ts'
import { publishPage, unpublishPage } from './publish-page.ts'
import { listenToPages } from './published.ts'
import { mayOpenPage, readPageDraft, savePage, startLocale } from './save-page.ts'
import { cancelSchedule, runSchedules, schedulePage } from './schedules.ts'

export async function cmsRoutes(app: App, surroundings: PageSurroundings): Promise<void> {
  await graphqlRoutes(app, surroundings)
  managingRoutes(app)
  draftRoutes(app, surroundings)
  publishingRoutes(app)
  revisionRoutes(app)
}

function managingRoutes(app: App): void {
  route(app, listPagesCall, ({ query, services }) => listPages(services.db, query))
  route(app, createPageCall, ({ body, viewer, services }) => createPage(services, viewer, body))
  route(app, renamePageCall, ({ params, body, viewer, services }) =>
    renamePage(services, viewer, { id: params.id, ...body }),
  )
  route(app, deletePageCall, ({ params, viewer, services }) => deletePage(services, viewer, params.id))
  route(app, undeletePageCall, ({ params, viewer, services }) => undeletePage(services, viewer, params.id))
}

function draftRoutes(app: App, surroundings: PageSurroundings): void {
  route(app, getPageDraft, ({ params, services }) => readPageDraft(services.db, params))
  route(app, startPageLocale, ({ params, body, viewer, services }) =>
    startLocale(services, viewer, { ...params, ...body }),
  )
  route(app, savePageDraft, ({ params, body, viewer, services }) => savePage(services, viewer, { ...params, ...body }))
  route(app, preparePage, ({ body, services }) => preparePreview(services, body.locale as OfferedLocale, body.content))
  route(app, checkPageCall, ({ params, services }) => checkPage(services, surroundings, params))
}

function publishingRoutes(app: App): void {
  route(app, publishPageCall, ({ params, body, viewer, services }) =>
    publishPage(services, viewer, { ...params, ...body }),
  )
  route(app, unpublishPageCall, ({ params, viewer, services }) => unpublishPage(services, viewer, params))
  route(app, schedulePageCall, ({ params, body, viewer, services }) =>
    schedulePage(services, viewer, { ...params, ...body }),
  )
  route(app, cancelPageSchedule, ({ params, body, viewer, services }) =>
    cancelSchedule(services, viewer, { ...params, ...body }),
  )
  route(app, linkToPreview, ({ params, body, viewer, services }) =>
    linkPreview(services, viewer, { ...params, ...body }),
  )
  route(app, revokePreviewLinks, ({ params, viewer, services }) => revokePreviews(services, viewer, params))
}

function revisionRoutes(app: App): void {
  route(app, listPageRevisions, ({ params, query, services }) => readRevisions(services.db, params, query))
  route(app, getPageRevision, ({ params, query, services }) => readRevision(services.db, params, query.against))
  route(app, restorePageRevision, ({ params, body, viewer, services }) =>
    restoreRevision(services, viewer, { ...params, ...body }),
  )
}

/** What is kept of pages is dropped when they change, what is planned is done, and what is over goes. */
export function keepPages(services: Services): void {
  const { db, jobs, clock, topics } = services
  listenToPages(services)
  topics.declare(pageDraftTopic, {
    mayFollow: (viewer, { pageId, locale }) => mayOpenPage(db, viewer, { id: pageId, locale }),
  })
  jobs.everyMinute('cms.run_schedules', () => runSchedules(services))
  jobs.daily('cms.sweep_deleted', () => sweepDeletedPages(db, clock.now()))
  jobs.daily('cms.sweep_previews', () => sweepPreviews(db, clock.now()))
  jobs.daily('cms.thin_revisions', () => thinRevisions(services, pageDocuments))
}
