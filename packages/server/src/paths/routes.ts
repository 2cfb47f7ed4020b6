import * as editing from '@lantern/contract/paths/path-editing.ts'
import * as contract from '@lantern/contract/paths/paths.ts'
import { type App, route } from '#kit/route.ts'
import { beginTest, chooseBranch, joinPath } from './path-acts.ts'
import { listOwnPaths, listPaths, readPath } from './read-paths.ts'
import { findPathItems, readEditedPath, readEditedPaths, savePath } from './save-path.ts'

export function pathRoutes(app: App): void {
  route(app, contract.listPaths, ({ services, viewer }) => listPaths(services, viewer))
  route(app, contract.listOwnPaths, ({ services, viewer }) => listOwnPaths(services, viewer))
  route(app, contract.getPath, ({ services, viewer, params }) => readPath(services, viewer, params.slugOrId))
  route(app, contract.joinPath, async ({ services, viewer, params, body }) => {
    await joinPath(services, viewer, params.id, body.joined)
    return { success: true }
  })
  route(app, contract.chooseBranch, async ({ services, viewer, params, body }) => {
    await chooseBranch(services, viewer, params.id, body)
    return { success: true }
  })
  route(app, contract.beginTest, ({ services, viewer, params, body }) =>
    beginTest(services, viewer, params.id, body.branchId),
  )
  route(app, editing.listEditedPaths, ({ services, viewer }) => readEditedPaths(services, viewer))
  route(app, editing.getEditedPath, ({ services, viewer, params }) => readEditedPath(services, viewer, params.id))
  route(app, editing.findPathItems, ({ services, viewer, query }) => findPathItems(services, viewer, query))
  route(app, editing.savePath, ({ services, viewer, body }) => savePath(services, viewer, body))
}
