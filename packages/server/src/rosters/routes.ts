import { Readable } from 'node:stream'
import type { SignedIn } from '@lantern/contract/roles.ts'
import * as directory from '@lantern/contract/rosters/directory.ts'
import * as contract from '@lantern/contract/rosters/name-lists.ts'
import * as keys from '@lantern/contract/rosters/oneroster-clients.ts'
import * as source from '@lantern/contract/rosters/oneroster-source.ts'
import { createClient, readClients, requireRole, revokeClient } from '#identity/index.ts'
import { type App, requireAccess, route } from '#kit/route.ts'
import { beginImport } from './import-list.ts'
import { mendNameList, readNameList, showPlan } from './name-lists.ts'
import { providerRoutes, rosteringPath, tokenPath } from './oneroster/provider-routes.ts'
import { ensurePublished } from './oneroster/publish.ts'
import { beginReading } from './oneroster/source-runs.ts'
import { readSource, removeSource, saveSource } from './oneroster/sources.ts'
import { resultLines } from './result-lines.ts'
import { endKeys, makeKey, readDirectory } from './scim/keys.ts'
import { scimRoutes } from './scim/scim-routes.ts'

export async function rosterRoutes(app: App): Promise<void> {
  await scimRoutes(app)
  await providerRoutes(app)
  route(app, directory.getDirectory, ({ services, viewer, params }) => {
    requireRole(viewer, params.id, 'admin')
    return readDirectory(services, params.id)
  })
  route(app, directory.makeDirectoryKey, async ({ services, viewer, params }) => {
    requireRole(viewer, params.id, 'admin')
    return { key: await makeKey(services, viewer, params.id) }
  })
  route(app, directory.endDirectoryKeys, async ({ services, viewer, params }) => {
    requireRole(viewer, params.id, 'admin')
    await endKeys(services, viewer, params.id)
    return { success: true }
  })

  route(app, keys.listRosterClients, async ({ services, viewer, params }) => {
    requireRole(viewer, params.id, 'admin')
    const { publicUrl } = services.config
    return {
      address: `${publicUrl}${rosteringPath}`,
      tokenAddress: `${publicUrl}${tokenPath}`,
      clients: await readClients(services, { organisationId: params.id, service: 'oneroster' }),
    }
  })
  route(app, keys.createRosterClient, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    const of = { organisationId: params.id, service: 'oneroster' } as const
    const made = await createClient(services, viewer, { ...of, name: body.name })
    await ensurePublished(services, params.id)
    return made
  })
  route(app, keys.revokeRosterClient, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    const of = { organisationId: params.id, service: 'oneroster' } as const
    await revokeClient(services, viewer, { ...of, clientId: body.clientId })
    return { success: true }
  })

  route(app, source.getRosterSource, ({ services, viewer, params }) => {
    requireRole(viewer, params.id, 'admin')
    return readSource(services, params.id)
  })
  route(app, source.saveRosterSource, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    await saveSource(services, viewer, params.id, body)
    return { success: true }
  })
  route(app, source.removeRosterSource, async ({ services, viewer, params }) => {
    requireRole(viewer, params.id, 'admin')
    await removeSource(services, viewer, params.id)
    return { success: true }
  })
  route(app, source.readRosterSource, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    return { runId: await beginReading(services, viewer, params.id, body.kind) }
  })

  route(app, contract.readNameList, ({ services, viewer, locale, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    const { file, makeClasses } = body
    return readNameList(services, viewer, locale, { organisationId: params.id, file, makeClasses })
  })
  route(app, contract.getNameList, ({ services, viewer, locale, params }) => {
    requireRole(viewer, params.id, 'admin')
    return showPlan(services, locale, params.id, params.listId)
  })
  route(app, contract.mendNameList, async ({ services, viewer, locale, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    await mendNameList(services, { organisationId: params.id, listId: params.listId }, body)
    return showPlan(services, locale, params.id, params.listId)
  })
  route(app, contract.importNameList, async ({ services, viewer, locale, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    await beginImport(services, viewer, { organisationId: params.id, listId: params.listId }, body.endMissing)
    return showPlan(services, locale, params.id, params.listId)
  })

  // a file and not a call
  app.get<{ Params: { id: string; listId: string } }>(
    '/api/campus/organisation/:id/nameList/:listId/lines.csv',
    { schema: { hide: true } },
    async ({ params, viewer, locale }, reply) => {
      requireAccess(viewer, 'learner')
      requireRole(viewer as SignedIn, params.id, 'admin')
      const lines = resultLines(app.services, locale, params.id, params.listId)
      // the first piece refuses what is not there, before anything is sent
      const first = await lines.next()
      const all = async function* () {
        if (!first.done) yield first.value
        yield* lines
      }
      reply.header('content-disposition', 'attachment; filename="lines.csv"')
      return reply.type('text/csv; charset=utf-8').send(Readable.from(all()))
    },
  )
}
