import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { refuse } from '#kit/errors.ts'
import { plainDocument, plainStyle } from '#kit/plain-document.ts'
import type { App } from '#kit/route.ts'
import { demoLabPath, isExhibit } from './demo-labs.ts'

const headers = {
  'cache-control': 'public, no-cache',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/** The lab of the demo: one page with something to try out, drawn by a script of its own. */
export function demoLabRoutes(app: App): void {
  const { text, config } = app.services
  const fileOf = (name: string) => join(import.meta.dirname, name)

  app.get(`${demoLabPath}/lab.js`, { schema: { hide: true } }, (_request, reply) =>
    reply
      .headers(headers)
      .type('text/javascript; charset=utf-8')
      .send(readFileSync(fileOf('lab.js'), 'utf8')),
  )
  app.get(`${demoLabPath}/lab.css`, { schema: { hide: true } }, (_request, reply) =>
    reply
      .headers(headers)
      .type('text/css; charset=utf-8')
      .send(plainStyle(config, fileOf('lab.css'))),
  )

  app.get<{ Params: { exhibit: string } }>(`${demoLabPath}/:exhibit`, { schema: { hide: true } }, (request, reply) => {
    const { exhibit } = request.params
    if (!isExhibit(exhibit)) throw refuse('not_found')
    const t = (key: string) => text(request.locale, key)
    const title = t(`demo.lab.${exhibit}`)
    const body = `<body>
<main>
<h1>${title} <span class="badge">${t('demo.mark')}</span></h1>
<p id="hint">${t(`demo.lab.${exhibit}_hint`)}</p>
<canvas id="stage" width="960" height="540" tabindex="0" role="img" aria-labelledby="hint" data-exhibit="${exhibit}"></canvas>
<p class="setting"><label for="first">${t(`demo.lab.${exhibit}_first`)}</label><input id="first" type="range" min="0" max="100" value="50"></p>
<p class="setting"><label for="second">${t(`demo.lab.${exhibit}_second`)}</label><input id="second" type="range" min="0" max="100" value="50"></p>
<noscript><p>${t('demo.lab.no_script')}</p></noscript>
</main>
<script src="${demoLabPath}/lab.js" defer></script>
</body>`
    const head = '<link rel="icon" href="/icon.svg" type="image/svg+xml">'
    const document = plainDocument({ looking: request, style: `${demoLabPath}/lab.css`, title, head, body })
    return reply.headers(headers).type('text/html; charset=utf-8').send(document)
  })
}
