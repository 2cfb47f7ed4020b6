import * as cartridges from '@lantern/contract/authoring/cartridges.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type App, requireAccess, route } from '#kit/route.ts'
import { previewOfCartridge, writeCartridge } from './write-cartridge.ts'

/** Content for other systems. */
export function cartridgeRoutes(app: App): void {
  const { services } = app
  route(app, cartridges.previewCartridge, ({ params: { id }, viewer }) => previewOfCartridge(services, viewer, id))

  // a file and no call
  app.get<{ Params: { id: string } }>(
    '/api/learn/creator/cartridge/:id',
    { schema: { hide: true } },
    async ({ params, viewer }, reply) => {
      requireAccess(viewer, 'author')
      const { name, stream } = await writeCartridge(services, viewer as SignedIn, params.id)
      const encoded = encodeURIComponent(name)
      reply.header('content-disposition', `attachment; filename="course.imscc"; filename*=UTF-8''${encoded}`)
      return reply.type('application/zip').send(stream)
    },
  )
}
