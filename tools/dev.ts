import { resolve } from 'node:path'
import middie from '@fastify/middie'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import type { PageSource } from '../packages/server/src/pages.ts'
import { serve } from '../packages/server/src/serve.ts'

// The site as `npm start` runs it, but with pages made as they are asked for and changed in the open browser.
const vite = await createServer({
  root: resolve(import.meta.dirname, '../packages/web'),
  configFile: resolve(import.meta.dirname, '../packages/web/vite.config.ts'),
  server: { middlewareMode: true },
  appType: 'custom',
})
// vite ends the process at this signal; serve() ends it after the last answer, the database last
process.removeAllListeners('SIGTERM')

await serve(
  (): PageSource => ({
    mode: 'development',
    load: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    async serveFiles(app) {
      await app.register(middie)
      app.use(vite.middlewares)
      app.addHook('onClose', () => vite.close())
    },
  }),
)
