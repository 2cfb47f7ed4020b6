import * as library from '@lantern/contract/media/attachments.ts'
import { refuse } from '#kit/errors.ts'
import { type App, route } from '#kit/route.ts'
import { inTransaction } from '#kit/sql.ts'
import {
  changeAttachment,
  findAttachment,
  isolateBuild,
  listAttachments,
  removeAttachmentIn,
  requireOwnAttachment,
  sendAttachment,
  showAttachment,
  unfinishedUploads,
} from '#media/index.ts'
import { attachmentRefusal } from './attachment-access.ts'
import { usesOf } from './attachment-uses.ts'
import { letGoOfPicture } from './forget-pictures.ts'

/** The media library, and files for viewers who may have them: both ask items about uploads. */
export function attachmentRoutes(app: App): void {
  route(app, library.listAttachments, ({ services, viewer, query }) =>
    listAttachments(services, { ...query, ownerId: viewer.id }),
  )
  route(app, library.listUnfinishedUploads, async ({ services, viewer, query }) => ({
    ids: await unfinishedUploads(services.db, { ...query, ownerId: viewer.id }),
  }))
  route(app, library.getAttachment, async ({ services, viewer, params }) => ({
    attachment: await showAttachment(services, viewer.id, params.id),
  }))
  route(app, library.updateAttachment, async ({ services, viewer, params, body }) => ({
    attachment: await changeAttachment(services, viewer.id, params.id, body),
  }))
  route(app, library.isolateBuild, async ({ services, viewer, params, body }) => ({
    attachment: await isolateBuild(services, viewer.id, { ...params, ...body }),
  }))
  route(app, library.listAttachmentUses, async ({ services, viewer, params }) => ({
    usedBy: await usesOf(services.db, await requireOwnAttachment(services.db, viewer.id, params.id)),
  }))
  route(app, library.deleteAttachment, async ({ services, viewer, params }) => {
    const row = await requireOwnAttachment(services.db, viewer.id, params.id)
    const usedBy = await usesOf(services.db, row)
    if (usedBy.length > 0) return { deleted: false, usedBy }
    await inTransaction(services.db, async (trx) => {
      await removeAttachmentIn(services, trx, row)
      await letGoOfPicture(services.jobs, trx, row.image_id)
    })
    return { deleted: true, usedBy }
  })

  // the name is for people: a long one must not make the address unknown
  app.get<{ Params: { id: string } }>(
    '/media/attachments/:id/*',
    { schema: { hide: true } },
    async (request, reply) => {
      const { db, storage } = app.services
      const row = await findAttachment(db, request.params.id)
      if (!row) throw refuse('not_found')
      const code = await attachmentRefusal(app.services, request.viewer, { id: row.id, ownerId: row.owner_id })
      if (code) throw refuse(code)
      return sendAttachment(storage, row, request, reply)
    },
  )
}
