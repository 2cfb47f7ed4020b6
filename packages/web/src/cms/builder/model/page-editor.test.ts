import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import type { PageDraft } from '@lantern/contract/cms/pages.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SaveFault } from '#kit/documents/draft-sync-state.ts'
import { autosaveMs } from '#kit/documents/save-rhythm.ts'
import { memoryCopies } from '#kit/documents/testing/memory-copies.ts'
import { createPageEditor } from './page-editor.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T04:03:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

function contentOf(title: string): PageContent {
  return { properties: { title } as PageContent['properties'], blocks: [], packages: [], filters: [], sortings: [] }
}

function draftOf(title: string, version = 1): PageDraft {
  return {
    page: { id: 'pg_1', namespace: 'learn', slug: 'spring', name: '春季', isOwn: false, locales: [] },
    locale: 'zh_CN',
    version,
    publishedVersion: null,
    savedAt: '2026-03-01T04:00:00.000Z',
    savedBy: null,
    content: contentOf(title),
    faults: [],
  }
}

/** A server that counts versions as the real one does. */
function open(copies = memoryCopies()) {
  const server = {
    draft: draftOf('一'),
    fault: null as SaveFault | null,
    /** The next request is taken, and its answer gets lost. */
    losesAnswer: false,
    /** Holds answers back while it is set. */
    gate: null as Promise<void> | null,
    kinds: [] as string[],
    left: [] as string[],
    heard: [] as string[],
  }
  const pageEditor = createPageEditor({
    draft: server.draft,
    owner: 'u_ada/pg_1/zh_CN',
    session: 'page',
    copies,
    async save(baseVersion, content, kind) {
      if (server.fault) throw server.fault
      if (baseVersion !== server.draft.version) throw { kind: 'conflict' }
      const version = baseVersion + 1
      server.kinds.push(kind)
      server.draft = { ...server.draft, content, version, savedAt: '2026-03-01T04:05:00.000Z' }
      await server.gate
      if (server.losesAnswer) {
        server.losesAnswer = false
        throw { kind: 'away' }
      }
      return { version, savedAt: server.draft.savedAt, savedBy: null, faults: [] }
    },
    leave: (baseVersion, { properties }) => server.left.push(`${baseVersion} ${properties.title}`) > 0,
    read: async () => server.draft,
    newest: async () => server.draft.version,
    onNewer: (by) => server.heard.push(by?.fullName ?? ''),
    faultOf: (error) => error as SaveFault,
    now: () => new Date(),
  })
  const title = (words: string) => {
    const change = { properties: { title: words } as PageContent['properties'] }
    pageEditor.edit({ type: 'page', change, key: 'title', at: Date.now() })
  }
  const shown = () => pageEditor.state().edits.content.properties.title
  return { pageEditor, server, copies, title, shown }
}

test('five seconds after a change it is saved, and what was typed meanwhile with the next', async () => {
  const { pageEditor, server, title } = open()
  title('二')
  expect(pageEditor.state()).toMatchObject({ status: 'changed', unsaved: ['general'] })
  await vi.advanceTimersByTimeAsync(autosaveMs - 1)
  expect(server.draft.version).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(server.draft).toMatchObject({ version: 2, content: { properties: { title: '二' } } })
  expect(pageEditor.state()).toMatchObject({ status: 'saved', unsaved: [] })
  title('三')
  const saving = new Promise<void>((done) => {
    pageEditor.subscribe(() => pageEditor.state().status === 'saving' && done())
  })
  const first = pageEditor.flush()
  await saving
  title('四')
  expect(await first).toBe(false)
  expect(server.draft.content.properties.title).toBe('三')
  expect(await pageEditor.flush('save')).toBe(true)
  expect(server.draft.content.properties.title).toBe('四')
  expect(server.kinds).toEqual(['autosave', 'autosave', 'save'])
})

test('a page on which nothing waits shows what somebody else has saved; what waits meets it when it is saved', async () => {
  const { pageEditor, server, title, shown } = open()
  const bob = { id: 'u_bob', fullName: '许青禾', avatar: null }
  server.draft = { ...draftOf('对方的'), version: 2, savedBy: bob }
  await pageEditor.lookForNewer()
  expect([shown(), pageEditor.state().status, server.heard]).toEqual(['对方的', 'saved', ['许青禾']])
  title('我的')
  server.draft = { ...draftOf('又是对方的'), version: 3, savedBy: bob }
  await pageEditor.lookForNewer()
  expect(shown()).toBe('我的')
  await pageEditor.flush()
  expect(pageEditor.state().conflict?.theirs.forms.general.properties.title).toBe('又是对方的')
})

test('nothing is sent for what was taken back to how it stood', async () => {
  const { pageEditor, server, title } = open()
  title('二')
  pageEditor.edit({ type: 'undo' })
  await vi.advanceTimersByTimeAsync(autosaveMs * 3)
  expect(pageEditor.state().status).toBe('saved')
  expect(server.kinds).toEqual([])
})

test('while the server is away the text is on this device, and goes there when it is back', async () => {
  const { pageEditor, server, copies, title } = open()
  server.fault = { kind: 'away' }
  title('二')
  await vi.advanceTimersByTimeAsync(autosaveMs)
  expect(pageEditor.state()).toMatchObject({ status: 'away', keptAt: '2026-03-01T04:03:05.000Z' })
  expect((await copies.list('u_ada/pg_1/zh_CN')).map(({ form }) => form)).toEqual([pageEditor.state().edits.content])
  server.fault = null
  await vi.advanceTimersByTimeAsync(autosaveMs)
  expect(pageEditor.state().status).toBe('saved')
  expect(await copies.list('u_ada/pg_1/zh_CN')).toEqual([])
})

/** A page in its editor, while this device still has a text of it that never reached the server. */
async function openWithLeft(words: string) {
  const copies = memoryCopies()
  const before = open(copies)
  before.server.fault = { kind: 'away' }
  before.title(words)
  await before.pageEditor.keep()
  before.pageEditor.close()
  const [left] = await copies.list('u_ada/pg_1/zh_CN')
  if (left) {
    await copies.drop(left.key)
    await copies.put({ ...left, session: 'earlier', key: 'earlier' })
  }
  const opened = open(copies)
  await opened.pageEditor.lookForCopies()
  return opened
}

test('what an earlier page left on this device is offered and becomes the page when it is taken', async () => {
  const { pageEditor, server, shown } = await openWithLeft('没有送到')
  expect(pageEditor.state().offer?.forms.general?.properties.title).toBe('没有送到')
  await pageEditor.takeOffer()
  expect(shown()).toBe('没有送到')
  await vi.advanceTimersByTimeAsync(0)
  expect(server.draft.content.properties.title).toBe('没有送到')
})

test('what was typed before the offer was taken is not overwritten by it: both are there to choose from', async () => {
  const { pageEditor, server, title, shown } = await openWithLeft('断网时写的')
  title('回来后写的')
  server.fault = { kind: 'away' }
  await pageEditor.takeOffer()
  expect(shown()).toBe('回来后写的')
  expect(pageEditor.state().offer).not.toBeNull()
  server.fault = null
  await pageEditor.takeOffer()
  expect(shown()).toBe('断网时写的')
  expect(pageEditor.state()).toMatchObject({
    status: 'conflict',
    offer: null,
    conflict: { theirs: { forms: { general: { properties: { title: '回来后写的' } } } } },
  })
  expect(server.draft.content.properties.title).toBe('回来后写的')
})

test('who saves second is shown both texts; nothing is sent before it is decided', async () => {
  const { pageEditor, server, title, shown } = open()
  title('我的')
  server.draft = draftOf('别人的', 2)
  expect(await pageEditor.flush()).toBe(false)
  expect(pageEditor.state()).toMatchObject({ status: 'conflict', conflict: { theirs: { version: 2 } } })
  expect(shown()).toBe('我的')
  title('我的，再改')
  await vi.advanceTimersByTimeAsync(autosaveMs * 4)
  expect(server.draft.content.properties.title).toBe('别人的')
  expect(await pageEditor.resolve({ general: contentOf('别人的 / 我的，再改') })).toBe(true)
  expect(server.draft).toMatchObject({ version: 3, content: { properties: { title: '别人的 / 我的，再改' } } })
  expect(pageEditor.state()).toMatchObject({ status: 'saved', conflict: null })
  pageEditor.edit({ type: 'undo' })
  expect(shown()).toBe('我的，再改')
})

test('where both wrote the same there is nothing to choose', async () => {
  const { pageEditor, server, title } = open()
  title('同样')
  server.draft = draftOf('同样', 5)
  await pageEditor.flush()
  expect(pageEditor.state()).toMatchObject({ status: 'saved', conflict: null, draft: { version: 5 } })
})

test('who may not any more keeps the text on the screen and on the device', async () => {
  const { pageEditor, server, copies, title, shown } = open()
  server.fault = { kind: 'lost' }
  title('二')
  await pageEditor.flush()
  title('三')
  expect(pageEditor.state().status).toBe('lost')
  expect(shown()).toBe('三')
  await pageEditor.keep()
  expect(await copies.list('u_ada/pg_1/zh_CN')).toHaveLength(1)
})

test('a restored revision is a step that can be taken back', async () => {
  const { pageEditor, shown } = open()
  pageEditor.adopt(draftOf('旧版', 4))
  expect(shown()).toBe('旧版')
  expect(pageEditor.state()).toMatchObject({ status: 'saved', draft: { version: 4 } })
  pageEditor.edit({ type: 'undo' })
  expect(shown()).toBe('一')
  expect(pageEditor.state().status).toBe('changed')
})

test('an answer that got lost is no conflict with oneself, and what was typed since is saved over it', async () => {
  const { pageEditor, server, title } = open()
  server.losesAnswer = true
  title('二')
  expect(await pageEditor.flush()).toBe(false)
  title('三')
  await vi.advanceTimersByTimeAsync(autosaveMs * 3)
  expect(pageEditor.state()).toMatchObject({ status: 'saved', conflict: null })
  expect(server.draft.content.properties.title).toBe('三')
})

test('what is taken back while it is on its way is not safe before the server has that', async () => {
  const { pageEditor, server, title } = open()
  const gate = Promise.withResolvers<void>()
  server.gate = gate.promise
  title('写错了')
  void pageEditor.flush()
  await vi.advanceTimersByTimeAsync(0)
  pageEditor.edit({ type: 'undo' })
  expect(pageEditor.state().unsaved).toEqual(['general'])
  server.gate = null
  gate.resolve()
  await vi.advanceTimersByTimeAsync(autosaveMs)
  expect([server.draft.content.properties.title, pageEditor.state().status]).toEqual(['一', 'saved'])
})

test('the last words are sent when the editor closes, and handed over when the page goes', async () => {
  const { pageEditor, server, copies, title } = open()
  title('二')
  pageEditor.leave()
  pageEditor.leave()
  expect(server.left).toEqual(['1 二'])
  title('三')
  pageEditor.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(server.draft.content.properties.title).toBe('三')
  expect([copies.kept.size, copies.released]).toEqual([0, 1])
})

test('what a colleague saved meanwhile and an act of one’s own brings along is not written over by what was typed', async () => {
  const { pageEditor, server, title, shown } = open()
  title('我的')
  server.draft = draftOf('同事的', 5)
  // taking the page from visitors answers with the page as it is now
  pageEditor.adopt(server.draft)
  expect(pageEditor.state()).toMatchObject({
    status: 'conflict',
    conflict: { theirs: { forms: { general: contentOf('同事的') } } },
  })
  expect(shown()).toBe('我的')
  await vi.advanceTimersByTimeAsync(autosaveMs * 3)
  expect(server.draft.content.properties.title).toBe('同事的')
})
