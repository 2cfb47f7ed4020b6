import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { build } from 'vite'
import type { RichDocument } from '../packages/contract/src/media/rich-document.ts'
import { builtFiles } from '../packages/web/built-files-plugin.ts'
import { catalogues } from '../packages/web/catalogues-plugin.ts'
import { icons } from '../packages/web/icons-plugin.ts'
import { layerOrder } from '../packages/web/layer-order-plugin.ts'

// The editor of rich text on a page of its own: no site, no database, the same scripts.

/** What that page offers to a test, as in packages/web/src/media/editor/testing/editor-page.tsx. */
declare global {
  interface Window {
    said: RichDocument | null
    give: (value: RichDocument) => void
    start: (value: RichDocument, options?: { compact?: boolean; limit?: number }) => void
  }
}

const web = resolve(import.meta.dirname, '../packages/web')

export interface EditorPage {
  address: string
  close: () => Promise<void>
}

export async function openEditorPage(): Promise<EditorPage> {
  const files = new Map<string, string | Uint8Array>()
  const built = await build({
    root: web,
    configFile: false,
    logLevel: 'error',
    plugins: [catalogues(), builtFiles(), icons(), layerOrder()],
    build: {
      write: false,
      target: 'esnext',
      cssTarget: 'chrome123',
      modulePreload: false,
      rolldownOptions: { input: resolve(web, 'src/media/editor/testing/editor-page.tsx') },
    },
  })
  for (const output of [built].flat()) {
    if (!('output' in output)) continue
    for (const file of output.output) {
      files.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source)
    }
  }
  const script = [...files.keys()].find((name) => /editor-page.*\.js$/.test(name)) ?? ''
  const sheets = [...files.keys()].filter((name) => name.endsWith('.css'))
  const html = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>编辑器</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
${sheets.map((name) => `<link rel="stylesheet" href="${name}">`).join('')}
<script type="module" src="${script}"></script></head><body></body></html>`
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const file = files.get(path)
    const type = path.endsWith('.css') ? 'text/css' : path.endsWith('.js') ? 'text/javascript' : 'text/html'
    response.writeHead(file || path === '/' ? 200 : 404, { 'content-type': `${type}; charset=utf-8` })
    response.end(file ?? (path === '/' ? html : ''))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${portOf(server)}/`,
    close: () => new Promise((done) => server.close(() => done())),
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
