// @vitest-environment jsdom
import type { Discussion } from '@lantern/contract/community/discussion.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { samplePerson } from '#testing/samples.ts'
import { fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { DiscussionPage } from './discussion-page.tsx'
// comes later
import './composer-tools.tsx'
import { sampleDiscussion, sampleMessage, speaker } from './testing/sample-discussion.ts'

beforeEach(async () => {
  localStorage.clear()
  await prepareBrowser()
})
afterEach(cleanup)

const reader = { user: { ...samplePerson(), id: 'u_me' } }

const page = (more: Partial<Discussion> = {}, session: Parameters<typeof show>[1] = reader, options = {}) =>
  show(
    <DiscussionPage discussion={sampleDiscussion(more)} focus={null} reply={null} problem={null} typed="" />,
    session,
    options,
  )

const read = { '/api/learn/comment/read': () => ({ readUntil: '2026-11-22T05:00:00.000Z' }) }

test('a like shows before the answer, adds and removes by its own call, and a refused one is put back [CMTY-016 CMTY-018 CMTY-019]', async () => {
  const answer = held<object>()
  let answers = 0
  const calls = fakeServer({
    ...read,
    '/api/learn/like': () =>
      answers++ === 0 ? answer.answer : Response.json({ code: 'internal', message: '' }, { status: 500 }),
    '/api/learn/like/delete': () => ({ likeMap: { ms_1: false }, statsMap: {}, likeCount: 3 }),
  })
  page()
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  await press('赞Ada的消息，3')
  expect((await screen.findByRole('button', { name: '赞Ada的消息，4' })).getAttribute('aria-pressed')).toBe('true')
  answer.give({ likeMap: { ms_1: true }, statsMap: {}, likeCount: 4 })
  await press('赞Ada的消息，4')
  await waitFor(() => expect(calls.filter(({ path }) => path.includes('like'))).toHaveLength(2))
  expect(calls.filter(({ path }) => path.includes('like')).map(({ path, body }) => [path, body])).toEqual([
    ['/api/learn/like', { id: 'ms_1', type: 'message' }],
    ['/api/learn/like/delete', { id: 'ms_1', type: 'message' }],
  ])
  await press('赞Ada的消息，3')
  expect(await screen.findByText('没有赞成，请再试一次。')).toBeTruthy()
  expect(screen.getByRole('button', { name: '赞Ada的消息，3' }).getAttribute('aria-pressed')).toBe('false')
})

test('deleting a message of ones own asks first; a failure leaves the question open, and the message goes with the answer', async () => {
  let answers = 0
  fakeServer({
    ...read,
    '/api/learn/comment/delete': () =>
      answers++ === 0 ? Response.json({ code: 'internal', message: '' }, { status: 500 }) : { deleted: true },
  })
  page(
    { messages: { total: 1, likeCount: 0, items: [sampleMessage('ms_1', { authorId: speaker.id })] } },
    { user: { ...samplePerson(), id: speaker.id } },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Ada这条消息的更多操作' }))
  await userEvent.click(screen.getByRole('menuitem', { name: '删除' }))
  const question = await screen.findByRole('alertdialog')
  await userEvent.click(within(question).getByRole('button', { name: '删除' }))
  await waitFor(() =>
    expect(within(question).getByRole('button', { name: '删除' }).hasAttribute('disabled')).toBe(false),
  )
  expect(screen.getByText('Message ms_1')).toBeTruthy()
  await userEvent.click(within(question).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(screen.queryByText('Message ms_1')).toBeNull())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  // the menu that it was deleted from is gone with it
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')))
})

test('a guest who likes or writes is asked to sign in [CMTY-020]', async () => {
  let asked = 0
  fakeServer({})
  page({ writing: 'sign_in' }, 'guest', { signIn: () => asked++ })
  await userEvent.click(await screen.findByRole('button', { name: '赞Ada的消息，3' }))
  await userEvent.click(screen.getByRole('button', { name: '登录后参与讨论' }))
  expect(asked).toBe(2)
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('one who has not begun the item is told so and led to it [CMTY-024]', async () => {
  fakeServer(read)
  page({ writing: 'learn_first' })
  expect(await screen.findByText('学习过这项内容后才能参与讨论。')).toBeTruthy()
  expect(screen.getByRole('link', { name: '去学习' }).getAttribute('href')).toBe('/tutorial/shadows?start=true')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('what is written stands in the list; refused, it stays in the field with the reason beside it', async () => {
  const calls = fakeServer({
    ...read,
    '/api/learn/comment': ({ body }) =>
      body.content === '不行'
        ? Response.json(
            { code: 'bad_request', message: '', details: [{ field: 'content', message: '先写点什么。' }] },
            { status: 400 },
          )
        : { message: sampleMessage('ms_2', { authorId: 'u_me', html: `<p>${body.content}</p>` }), userMap: {} },
  })
  page()
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox')
  await userEvent.type(field, '不行')
  await userEvent.click(screen.getByRole('button', { name: '发布' }))
  expect(await screen.findByText('先写点什么。')).toBeTruthy()
  expect(field.value).toBe('不行')
  await userEvent.clear(field)
  await userEvent.type(field, '半径取整吗')
  await userEvent.click(screen.getByRole('button', { name: '发布' }))
  expect(await screen.findByText('半径取整吗', { selector: 'p' })).toBeTruthy()
  expect(field.value).toBe('')
  const sent = calls.filter(({ path }) => path === '/api/learn/comment').map(({ body }) => body)
  expect(sent).toMatchObject([
    { channelId: 'cn_1' },
    { channelId: 'cn_1', content: '半径取整吗', key: expect.any(String) },
  ])
})

test('a draft is there again after the page was closed', async () => {
  fakeServer(read)
  const first = page()
  await userEvent.type(await screen.findByRole('textbox'), '写到一半')
  first.unmount()
  page()
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('写到一半')
  expect(screen.getByText('草稿已存在本机')).toBeTruthy()
})

test('a reply stands under its question, and a reply to a reply names whom it is for', async () => {
  const reply = sampleMessage('ms_3', { parentId: 'ms_1', authorId: 'u_bob' })
  const calls = fakeServer({
    ...read,
    '/api/learn/comment': ({ body }) => ({
      message: sampleMessage('ms_4', { parentId: 'ms_1', authorId: 'u_me', html: `<p>${body.content}</p>` }),
      userMap: {},
    }),
  })
  page({
    messages: { total: 2, likeCount: 0, items: [sampleMessage('ms_1', { replyCount: 1 })] },
    replyMap: { ms_1: [reply] },
    userMap: { [speaker.id]: speaker, u_bob: { ...speaker, id: 'u_bob', fullName: '沈若川' } },
  })
  const row = (await screen.findByText('Message ms_3')).closest('article') as HTMLElement
  await userEvent.click(within(row).getByRole('link', { name: '回复' }))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '回复沈若川' })
  expect(field.value).toBe('@沈若川 ')
  await userEvent.type(field, '好的')
  await userEvent.click(screen.getByRole('button', { name: '回复' }))
  expect(await screen.findByText('@沈若川 好的')).toBeTruthy()
  expect(calls.find(({ path }) => path === '/api/learn/comment')?.body).toMatchObject({ replyId: 'ms_3' })
})

test('beside a preview there is nothing to put marks into', async () => {
  fakeServer({ ...read, '/api/learn/comment/preview': () => ({ html: '<p>看这里</p>' }) })
  page()
  await userEvent.type(await screen.findByRole('textbox'), '看这里')
  expect(await screen.findByRole('toolbar', { name: '格式' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '预览' }))
  expect(await screen.findByText('看这里', { selector: 'p' })).toBeTruthy()
  expect(screen.queryByRole('toolbar')).toBeNull()
})

test('a reply that the address opens is cancelled like every other reply', async () => {
  fakeServer(read)
  const discussion = sampleDiscussion()
  show(<DiscussionPage discussion={discussion} focus="ms_1" reply="ms_1" problem={null} typed="" />, reader)
  const field = await screen.findByRole('textbox', { name: '回复Ada' })
  await userEvent.click(within(field.closest('form') as HTMLElement).getByRole('button', { name: '取消' }))
  expect(screen.queryByRole('textbox', { name: '回复Ada' })).toBeNull()
})

test('liking a message is counted as an interaction, and writing one [ANA-002] [CMTY-010]', async () => {
  const beacons: Blob[] = []
  Object.assign(navigator, { sendBeacon: (_: string, body: Blob) => beacons.push(body) > 0 })
  fakeServer({
    ...read,
    '/api/learn/like': () => ({ likeMap: { ms_1: true }, statsMap: {}, likeCount: 4 }),
    '/api/learn/comment': ({ body }) => ({
      message: sampleMessage('ms_9', { html: String(body.content) }),
      userMap: {},
    }),
  })
  page()
  await userEvent.click(await screen.findByRole('button', { name: '赞Ada的消息，3' }))
  await userEvent.type(await screen.findByRole('textbox'), '看这里')
  await userEvent.click(screen.getByRole('button', { name: '发布' }))
  await waitFor(async () => {
    window.dispatchEvent(new Event('pagehide'))
    const told = (await Promise.all(beacons.map((body) => body.text()))).join('\n')
    expect(told).toContain('{"type":"interaction","eventType":"like","data":{"target":"message","id":"ms_1"}}')
    expect(told).toContain('{"type":"interaction","eventType":"comment","data":{"target":"message","id":"ms_9"}}')
  })
})
