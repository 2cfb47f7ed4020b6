import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { ServerBuild } from 'react-router'
import type { App } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'

/** Where the pages come from: the files built before, or a development server that makes them as they are asked for. */
export interface PageSource {
  load(): Promise<ServerBuild>
  serveFiles(app: App): Promise<void>
  mode: 'production' | 'development'
}

export function builtPages(services: Services): PageSource {
  const built = join(services.config.siteRoot, 'packages/web/build')
  let build: Promise<ServerBuild> | undefined
  return {
    mode: 'production',
    load() {
      build ??= import(pathToFileURL(join(built, 'server/index.js')).href) as Promise<ServerBuild>
      return build
    },
    async serveFiles(app) {
      await app.register(async (files) => {
        files.addHook('onRoute', (route) => {
          route.config = { ...route.config, isForAll: true }
        })
        await files.register(fastifyStatic, {
          root: join(built, 'client'),
          wildcard: false,
          index: false,
          preCompressed: true,
          cacheControl: false,
          setHeaders: (reply, path) => {
            // built files carry a hash of their content in the name
            reply.header(
              'cache-control',
              path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
            )
          },
        })
      })
    },
  }
}
