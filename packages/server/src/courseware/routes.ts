import * as contract from '@lantern/contract/courseware/packages.ts'
import { type App, route } from '#kit/route.ts'
import { cmi5Routes } from './cmi5-routes.ts'
import { importPackage } from './import-package.ts'
import { deletePackage, giveToClass, readClassPackages, readPackage, readPackages, readResults } from './packages.ts'
import { packageFileRoutes } from './serve-package.ts'
import { keepCommit, openVisit } from './visits.ts'
import { readLearnerUnits, waiveUnit } from './waive-unit.ts'

export function coursewareRoutes(app: App): void {
  route(app, contract.listPackages, ({ services: { db }, viewer, params }) => readPackages(db, viewer, params.id))
  route(app, contract.importPackage, ({ services, viewer, params, body }) =>
    importPackage(services, viewer, { organisationId: params.id, ...body }),
  )
  route(app, contract.getPackage, ({ services: { db }, viewer, params }) => readPackage(db, viewer, params.id))
  route(app, contract.deletePackage, async ({ services, viewer, params }) => {
    await deletePackage(services, viewer, params.id)
    return { success: true }
  })
  route(app, contract.givePackage, async ({ services, viewer, params, body }) => {
    await giveToClass(services, viewer, params.id, body)
    return { success: true }
  })
  route(app, contract.listPackageResults, ({ services: { db }, viewer, params, query }) =>
    readResults(db, viewer, params.id, query),
  )
  route(app, contract.getLearnerUnits, ({ services: { db }, viewer, params, query }) =>
    readLearnerUnits(db, viewer, { packageId: params.id, ...query }),
  )
  route(app, contract.waiveUnit, ({ services, viewer, params, body }) =>
    waiveUnit(services, viewer, { packageId: params.id, ...body }),
  )
  route(app, contract.listClassPackages, ({ services: { db }, viewer, params }) =>
    readClassPackages(db, viewer, params.classId),
  )
  route(app, contract.openUnit, ({ services, viewer, params, body }) => openVisit(services, viewer, params.id, body))
  route(app, contract.commitUnit, ({ services, viewer, params, body }) => keepCommit(services, viewer, params.id, body))
  cmi5Routes(app)
  packageFileRoutes(app)
}
