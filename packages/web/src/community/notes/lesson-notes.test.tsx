// @vitest-environment jsdom
import type { Note } from '@lantern/contract/community/notes.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { type FakeCall, fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { LessonNotes } from './lesson-notes.tsx'
import { sampleNote } from './testing/sample-note.ts'

beforeEach(async () => {
  localStorage.clear()
  await prepareBrowser()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(cleanup)

const list = '/api/learn/cn/note/list'
const text = '<p>让投影原点<strong>只按整格</strong>移动。</p><p>别的段落也说整格。</p>'

/** The step as the reading page draws it. */
function Lesson({ html = text }: { html?: string }) {
  const root = useRef<HTMLDivElement>(null)
  return (
    <div ref={root}>
      <section data-step="se_1">
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
        <span data-note-act="" />
        <div data-note-tail="" />
      </section>
      <LessonNotes itemId="ltu_1" within={root} />
    </div>
  )
}

function listed(...notes: Note[]) {
  const noteMap = Object.fromEntries(notes.map((one) => [one.id, one]))
  return () => ({
    noteMap,
    results: Object.keys(noteMap),
    itemMap: {},
    publicCounts: {},
    page: 0,
    pageSize: 500,
    total: 0,
  })
}

const quote = { exact: '只按整格移动', before: '让投影原点', after: '。' }
const marked = () => [...document.querySelectorAll('mark[data-note]')].map((mark) => mark.textContent).join('')

test('a highlight is found again after the text around it was edited, and its note stands below that paragraph', async () => {
  fakeServer({ [list]: listed(sampleNote('no_1', { quote })) })
  show(<Lesson html={`<p>新的开头。</p>\n${text.replace('让投影原点', '所以让投影的原点')}`} />, learnerSession())
  const shown = await screen.findByRole('note', { name: '我的笔记' })
  expect(marked()).toBe('只按整格移动')
  const holder = shown.closest('[data-note-part="holder"]')
  expect(holder?.previousElementSibling?.textContent).toBe('所以让投影的原点只按整格移动。')
  expect(screen.getByRole('button', { name: '划线：只按整格移动' })).toBeTruthy()
})

test('where the text of a highlight is gone, the note stays and says so', async () => {
  fakeServer({ [list]: listed(sampleNote('no_1', { quote })) })
  show(<Lesson html="<p>整段重写了。</p>" />, learnerSession())
  const shown = await screen.findByRole('note', { name: '我的笔记' })
  expect(shown.textContent).toContain('原文已改动')
  expect(within(shown).getByText('只按整格移动')).toBeTruthy()
  expect(marked()).toBe('')
})

test('a short word is marked only where it stood, not at the first that is alike', async () => {
  const word = { exact: '整格', before: '落也说', after: '。' }
  fakeServer({
    [list]: listed(
      sampleNote('no_1', { quote: word }),
      sampleNote('no_2', { quote: { ...word, before: '全不同', after: '' } }),
    ),
  })
  show(<Lesson />, learnerSession())
  await screen.findAllByRole('note', { name: '我的笔记' })
  expect(document.querySelector('mark[data-note]')?.closest('p')?.textContent).toBe('别的段落也说整格。')
  expect(marked()).toBe('整格')
})

test('a note that is written without a network is kept on the device and sent by the next visit, once', async () => {
  const user = userEvent.setup()
  fakeServer({ [list]: listed() })
  const first = show(<Lesson />, learnerSession())
  await user.click(await screen.findByRole('button', { name: '写笔记' }))
  await user.type(screen.getByRole('textbox', { name: '笔记' }), '断网也写')
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect((await screen.findByRole('note')).textContent).toContain('等网络恢复后保存')
  first.unmount()

  const sent: FakeCall[] = []
  fakeServer({
    [list]: listed(),
    '/api/learn/cn/note': (call) => {
      sent.push(call)
      return { note: sampleNote('no_9', { content: '断网也写', html: '<p>断网也写</p>' }) }
    },
  })
  const second = show(<Lesson />, learnerSession())
  expect((await screen.findByText('只有你能看到')).closest('[role=note]')?.textContent).toContain('断网也写')
  expect(sent.map(({ body }) => body)).toMatchObject([{ itemId: 'ltu_1', sectionId: 'se_1', content: '断网也写' }])
  second.unmount()
  show(<Lesson />, learnerSession())
  await screen.findByRole('button', { name: '写笔记' })
  expect(sent).toHaveLength(1)
})

test('what the server refuses is said at the field, and the words stay', async () => {
  const user = userEvent.setup()
  fakeServer({
    [list]: listed(),
    '/api/learn/cn/note': () =>
      Response.json(
        { code: 'bad_request', message: '', details: [{ field: 'content', message: '笔记太多' }] },
        { status: 400 },
      ),
  })
  show(<Lesson />, learnerSession())
  await user.click(await screen.findByRole('button', { name: '写笔记' }))
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '笔记' })
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('先写点什么。')).toBeTruthy()
  await user.type(field(), '很长的想法')
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('笔记太多')).toBeTruthy()
  expect(field().value).toBe('很长的想法')
  cleanup()
  show(<Lesson />, learnerSession())
  await user.click(await screen.findByRole('button', { name: '写笔记' }))
  expect(field().value).toBe('很长的想法')
})

test('publishing, changing and deleting a note are said; a deleted one can be brought back [CMTY-025 CMTY-026 CMTY-027]', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({
    [list]: listed(sampleNote('no_1')),
    '/api/learn/cn/note': () => ({
      note: sampleNote('no_2', { content: '第二条', html: '<p>第二条</p>', isPublic: true }),
    }),
    '/api/learn/cn/note/update': () => ({ note: sampleNote('no_1', { content: '改过', html: '<p>改过</p>' }) }),
    '/api/learn/cn/note/delete': () => ({ deleted: true }),
  })
  show(<Lesson />, learnerSession())
  await user.click(await screen.findByRole('button', { name: '修改笔记' }))
  await user.clear(screen.getByRole('textbox', { name: '笔记' }))
  await user.type(screen.getByRole('textbox', { name: '笔记' }), '改过')
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('笔记已修改')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: '写笔记' }))
  await user.type(screen.getByRole('textbox', { name: '笔记' }), '第二条')
  await user.click(screen.getByRole('checkbox', { name: '公开给读这一步的人' }))
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('笔记已公开')).toBeTruthy()
  expect(calls.find(({ path }) => path === '/api/learn/cn/note')?.body).toMatchObject({ isPublic: true })

  await user.click(screen.getAllByRole('button', { name: '修改笔记' })[0] as HTMLElement)
  await user.click(screen.getByRole('button', { name: '删除' }))
  expect(await screen.findByText('笔记已删除')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '撤销' }))
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ path: '/api/learn/cn/note', body: { content: '改过' } }))
})

test('a note that another learner has published is reported, once', async () => {
  const user = userEvent.setup()
  const theirs = sampleNote('no_7', { authorId: 'u_ada', content: '接外包', html: '<p>接外包</p>', isPublic: true })
  const calls = fakeServer({
    [list]: () => ({ ...listed()(), publicCounts: { se_1: 1 } }),
    '/api/learn/cn/note/public': () => ({
      noteMap: { no_7: theirs },
      results: ['no_7'],
      userMap: { u_ada: { id: 'u_ada', fullName: '林知远', avatar: null, isMaker: false } },
      next: null,
    }),
    '/api/learn/report': ({ body }) => ({ reportMap: { no_7: body.reasons } }),
  })
  show(<Lesson />, learnerSession())
  await user.click(await screen.findByRole('button', { name: '1条公开笔记' }))
  await user.click(await screen.findByRole('button', { name: '举报林知远的笔记' }))
  const dialog = await screen.findByRole('dialog', { name: '举报林知远的笔记' })
  await user.click(within(dialog).getByRole('radio', { name: '广告推销' }))
  await user.click(within(dialog).getByRole('button', { name: '提交举报' }))
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: '已举报' })).disabled).toBe(true)
  expect(calls.at(-1)?.body).toEqual({ id: 'no_7', type: 'note', reasons: [{ type: 'solicitation', content: '' }] })
})

test('a guest is asked to sign in', async () => {
  const user = userEvent.setup()
  let asked = 0
  const calls = fakeServer({})
  show(<Lesson />, 'guest', { signIn: () => asked++ })
  await user.click(await screen.findByRole('button', { name: '写笔记' }))
  expect([asked, calls]).toEqual([1, []])
})

test('a note of a film plays it from its second', async () => {
  const film = '<figure data-video="vi_1"><video></video></figure>'
  fakeServer({ [list]: listed(sampleNote('no_1', { moment: { videoId: 'vi_1', second: 72 } })) })
  show(<Lesson html={`<p>看片段。</p>${film}`} />, learnerSession())
  const play = await screen.findByRole('button', { name: /1:12$/ })
  const asked: unknown[] = []
  const video = document.querySelector('video') as HTMLVideoElement
  // the player listens to this
  video.dispatchEvent = (event) => asked.push((event as CustomEvent).detail) > 0
  await userEvent.click(play)
  expect(asked).toEqual([72])
})
