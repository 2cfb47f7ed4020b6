import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Namespace } from '@lantern/contract/cms/blocks.ts'
import { contentQuery } from '@lantern/contract/cms/wire.ts'
import { type ItemDraft, saveImportedItem } from '#catalog/index.ts'
import { isPublishedPath } from '#cms/index.ts'
import { afterUse } from '#testing/after-use.ts'
import { buildAuthor } from '#testing/builders.ts'
import { block, buildPage, pageContent } from '#testing/page-builder.ts'
import type { Person, TestSite } from '#testing/site.ts'
import { guestFront } from '../guest-pages.ts'
import { inProcessCalls } from '../in-process-calls.ts'
import { dependenciesHeard } from '../page-dependencies.ts'

/** A call that a loader makes inside the process. */
type LoaderCall = Parameters<ReturnType<typeof inProcessCalls>['send']>[0]

export function get(path: string): LoaderCall {
  return { method: 'GET', path, body: undefined }
}

export function content(slug: string, namespace?: Namespace): LoaderCall {
  const variables = { slug, locale: 'zh_CN', ...(namespace && { namespace }) }
  return {
    method: 'POST',
    path: '/api/as/graphql',
    body: { query: contentQuery(4), variables, operationName: 'CmsContent' },
  }
}

/**
 * Serves guests' pages of one process without React: a page holds every title in the answers to its loader's calls.
 * `renderings` are the addresses rendered so far, in order.
 */
export async function servePages(
  { app, services }: TestSite,
  callsOf: (path: string, query: string) => readonly LoaderCall[],
): Promise<{ origin: string; renderings: string[] }> {
  const renderings: string[] = []
  const front = guestFront(
    services,
    async (page) => {
      renderings.push(page.url)
      const { send, dependsOn } = dependenciesHeard(inProcessCalls(app, page).send)
      const [path = '', query = ''] = page.url.split('?')
      const answers = await Promise.all(callsOf(path, query).map(send))
      const found = answers.flatMap(({ text }) => text.match(/"(title|value|fullName)":"[^"]+"/g) ?? [])
      return { status: 200, headers: {}, cookies: [], body: Buffer.from(found.join('\n')), dependsOn: dependsOn() }
    },
    (path) => isPublishedPath(services.db, path),
    new WeakMap(),
  )
  const server = createServer(front((_request, response) => response.end('not kept')))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterUse(() => server.close())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, renderings }
}

export const words = (text: string) => pageContent(text, [block('b', 'heading', { value: text })])

/** Two lessons, a course with the first of them, and two managed pages. `lesson` writes an item of this author by its slug. */
export async function pagesToShow(site: TestSite, editor: Person) {
  const ownerId = await buildAuthor(site.db, { fullName: '作者' })
  const lesson = (name: string, change: Partial<ItemDraft> = {}): Promise<{ id: string }> =>
    saveImportedItem(site.services, {
      type: 'tutorial',
      slug: name,
      language: 'zh',
      translationGroup: name,
      title: name,
      ownerId,
      source: { key: name, hash: randomBytes(8) },
      ...change,
    })
  const part = await lesson('part')
  const alone = await lesson('alone')
  const course = await lesson('course', { type: 'course', contents: [{ id: part.id }] })
  const summer = await buildPage(editor, { slug: 'summer', texts: { zh_CN: words('夏') } })
  await buildPage(editor, { slug: 'winter', texts: { zh_CN: words('冬') } })
  return { ownerId, lesson, part, alone, course, summer }
}
