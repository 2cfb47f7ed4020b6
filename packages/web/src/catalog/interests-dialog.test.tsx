// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { samplePerson } from '#testing/samples.ts'
import { held, prepareBrowser, show } from '#testing/show.tsx'
import { currentToasts, dismissToast } from '#ui/toast.ts'
import InterestsDialog from './interests-dialog.tsx'

const sent: { path: string; body: unknown }[] = []
let answers: Record<string, { status: number; body: unknown }>

beforeEach(async () => {
  await prepareBrowser()
  sent.length = 0
  answers = {
    '/api/session': { status: 200, body: { csrfToken: 't' } },
    '/api/learn/topics': {
      status: 200,
      body: {
        topics: [
          { id: 'lighting', type: 'topic', name: '光照' },
          { id: 'physics', type: 'topic', name: '物理' },
        ],
        industries: [{ id: 'games', type: 'industry', name: '游戏' }],
      },
    },
    '/api/learn/tags': { status: 200, body: { tags: [{ id: 'physics', type: 'topic' }] } },
    '/api/learn/tags/save': { status: 200, body: { tags: [] } },
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const name = path.split('?')[0] ?? ''
    if (init.method === 'POST') sent.push({ path: name, body: JSON.parse(String(init.body)) })
    const { status, body } = answers[name] ?? { status: 404, body: {} }
    return new Response(JSON.stringify(body), { status })
  })
})

afterEach(() => {
  cleanup()
  for (const { id } of currentToasts()) dismissToast(id)
})

const toasts = () => currentToasts().map(({ text }) => text)

test('the dialog shows the saved interests and saves the choice [CAT-040] [CAT-061] [CAT-062]', async () => {
  const user = userEvent.setup()
  const onClose = vi.fn()
  show(<InterestsDialog onClose={onClose} />, { user: samplePerson(), premium: true })
  const physics = await screen.findByRole('button', { name: '物理' })
  await waitFor(() => expect(physics.getAttribute('aria-pressed')).toBe('true'))
  await user.click(physics)
  await user.click(screen.getByRole('button', { name: '光照' }))
  await user.click(screen.getByRole('button', { name: '游戏' }))
  await user.click(screen.getByRole('button', { name: '保存兴趣' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const tags = [
    { id: 'lighting', type: 'topic' },
    { id: 'games', type: 'industry' },
  ]
  expect(sent).toEqual([{ path: '/api/learn/tags/save', body: { tags, userPremium: true } }])
  expect(toasts()).toEqual(['兴趣已保存'])
})

/** What closes the dialog is another function each time. */
function DrawnAgain() {
  const [, again] = useState(0)
  return (
    <>
      <InterestsDialog onClose={() => {}} />
      <button type="button" onClick={() => again((count) => count + 1)}>
        再画一次
      </button>
    </>
  )
}

test('nothing can be chosen or saved before what was saved is known, and what is chosen then stays', async () => {
  const user = userEvent.setup()
  const saved = held<Response>()
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    path === '/api/learn/tags' ? saved.answer : fetch(path, init),
  )
  show(<DrawnAgain />, { user: samplePerson() })
  await screen.findByRole('dialog')
  await user.click(screen.getByRole('button', { name: '保存兴趣' }))
  expect(screen.queryByRole('button', { name: '光照' })).toBeNull()
  saved.give(Response.json({ tags: [{ id: 'physics', type: 'topic' }] }))
  await user.click(await screen.findByRole('button', { name: '光照' }))
  await user.click(screen.getByRole('button', { name: '再画一次' }))
  await user.click(screen.getByRole('button', { name: '保存兴趣' }))
  await waitFor(() => expect(toasts()).toEqual(['兴趣已保存']))
  expect(sent.map(({ body }) => body)).toMatchObject([{ tags: [{ id: 'lighting' }, { id: 'physics' }] }])
})

const refused = (code: string) => ({ status: code === 'bad_request' ? 400 : 503, body: { code, message: '' } })

test('a failure says what failed: reading, listing or saving [CAT-063]', async () => {
  const user = userEvent.setup()
  answers['/api/learn/tags/save'] = refused('bad_request')
  show(<InterestsDialog onClose={() => {}} />, { user: samplePerson() })
  await screen.findByRole('button', { name: '光照' })
  await user.click(screen.getByRole('button', { name: '保存兴趣' }))
  await waitFor(() => expect(toasts()).toEqual(['有的主题已经不存在，请重新打开后再选。']))
  cleanup()

  answers['/api/learn/tags'] = refused('unavailable')
  const onClose = vi.fn()
  show(<InterestsDialog onClose={onClose} />, { user: samplePerson() })
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(toasts()).toContain('没能读取你保存的兴趣，请稍后再试。')
  cleanup()

  answers['/api/learn/topics'] = refused('unavailable')
  show(<InterestsDialog onClose={() => {}} />, { user: samplePerson() })
  await waitFor(() => expect(toasts()).toContain('主题没有加载出来，请稍后再试。'))
})

test('a failure without words of its own gets the general ones [CAT-063]', async () => {
  const user = userEvent.setup()
  answers['/api/learn/tags/save'] = { status: 429, body: { code: 'rate_limited', message: '' } }
  show(<InterestsDialog onClose={() => {}} />, { user: samplePerson() })
  await screen.findByRole('button', { name: '光照' })
  await user.click(screen.getByRole('button', { name: '保存兴趣' }))
  await waitFor(() => expect(toasts()).toEqual(['请求没有成功，请稍后再试。']))
})
