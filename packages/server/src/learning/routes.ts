import * as collections from '@lantern/contract/learning/collections.ts'
import * as feedback from '@lantern/contract/learning/feedback.ts'
import { getLab, launchLab } from '@lantern/contract/learning/labs.ts'
import * as lists from '@lantern/contract/learning/my-learning.ts'
import * as records from '@lantern/contract/learning/records.ts'
import { getSolution } from '@lantern/contract/learning/solutions.ts'
import { cardLearner, itemMarks } from '#catalog/index.ts'
import { listOfIds } from '#kit/id-lists.ts'
import { type App, route } from '#kit/route.ts'
import { collectItem, uncollectItem } from './collections.ts'
import { giveFeedback, rateItem } from './feedback.ts'
import { demoLabRoutes } from './labs/demo/demo-lab-page.ts'
import * as labs from './labs/labs.ts'
import { readLearnerPart } from './learner-records.ts'
import { recordsAround } from './lineage.ts'
import * as myLearning from './my-learning.ts'
import { deleteRecord, restartRecord, showOnHome, viewRecord } from './record-acts.ts'
import { readSolution } from './solutions.ts'
import { startRecord } from './start-record.ts'
import { readPersonRecords, readStudyYear } from './study-year.ts'
import { toldToClasses } from './tell-classes.ts'
import { toggleStep, toggleTutorial } from './tutorial-progress.ts'

export function learningRoutes(app: App): void {
  route(app, records.startRecord, toldToClasses(startRecord))
  route(app, records.buyRecord, ({ services, viewer, body }) => startRecord(services, viewer, body))
  route(app, records.restartRecord, toldToClasses(restartRecord))
  route(app, records.deleteRecord, toldToClasses(deleteRecord))
  route(app, records.toggleStep, toldToClasses(toggleStep))
  route(app, records.toggleTutorial, toldToClasses(toggleTutorial))
  route(app, records.viewRecord, ({ services, viewer, body }) => viewRecord(services, viewer, body))
  route(app, records.showOnHome, ({ services, viewer, query }) => showOnHome(services, viewer, query))
  route(app, records.getRecord, async ({ services, viewer, query }) => {
    const ids = [query.id, query.projectId, query.courseId].filter((id) => id !== undefined)
    const around = query.around ? await recordsAround(services.db, viewer.id, query.id) : []
    const wanted = [...new Set([...ids, ...around])]
    const [{ recordMap, collectMap }, marks] = await Promise.all([
      readLearnerPart(services.db, viewer.id, wanted, query),
      query.marks === undefined ? undefined : itemMarks(services.db, viewer, listOfIds(query.marks)),
    ])
    return { recordMap, collectMap, ...(marks && { marks }) }
  })

  // two families of paths on the same data: the China edition and contexts call the first
  route(app, collections.collectItem, ({ services, viewer, body }) => collectItem(services, viewer, body))
  route(app, collections.uncollectItem, ({ services, viewer, body }) => uncollectItem(services, viewer, body))
  route(app, collections.collectPlainItem, ({ services, viewer, body }) => collectItem(services, viewer, body))
  route(app, collections.uncollectPlainItem, ({ services, viewer, body }) => uncollectItem(services, viewer, body))

  route(app, lists.listRecords, ({ services, viewer, query }) => myLearning.listRecords(services, viewer, query))
  route(app, lists.listCollections, ({ services, viewer, query }) =>
    myLearning.listCollections(services, viewer, query),
  )
  route(app, lists.listCreated, ({ services, viewer, query }) => myLearning.listCreated(services, viewer, query))
  route(app, lists.listEnterprise, ({ services, viewer, query }) => myLearning.listEnterprise(services, viewer, query))
  route(app, lists.listPurchased, ({ services, viewer, query }) => myLearning.listPurchased(services, viewer, query))
  route(app, lists.listRefed, ({ services, viewer, query }) => myLearning.listRefed(services, viewer, query))
  route(app, lists.getPersonRecords, async ({ services, viewer, query }) => {
    const [records, marks] = await Promise.all([
      readPersonRecords(services, viewer, query),
      query.marks === undefined ? undefined : cardLearner(services.db, viewer, listOfIds(query.marks)),
    ])
    return { ...records, ...(marks && { marks }) }
  })
  route(app, lists.getStudyYear, ({ services, viewer, query }) => readStudyYear(services, viewer, query))

  route(app, getSolution, ({ services, viewer, query }) => readSolution(services, viewer, query))
  route(app, launchLab, ({ services, viewer, body }) => labs.launchLab(services, viewer, body))
  route(app, getLab, ({ services, viewer, params }) => labs.readLab(services, viewer, params.id))
  if (app.services.config.labProvider === 'demo') demoLabRoutes(app)
  route(app, feedback.rateItem, ({ services, viewer, body }) => rateItem(services, viewer, body))
  route(app, feedback.giveFeedback, ({ services, viewer, body }) => giveFeedback(services, viewer, body))
}
