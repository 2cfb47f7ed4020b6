// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MessagesProvider } from '#kit/messages.tsx'
import { prepareBrowser } from '#testing/show.tsx'
import { RecordButton } from './record-button.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

function showAt(address: string, type: 'tutorial' | 'course') {
  const page = (
    <MessagesProvider locale="zh_CN">
      <RecordButton
        item={{ title: '级联阴影', isFree: true, type }}
        button={{ kind: 'completed', completedTime: '2026-03-02T02:00:00.000Z' }}
        continueTo={null}
        onStart={() => undefined}
        onRestart={() => undefined}
        formAction="/tutorial/shadow?courseId=lco_1"
      />
    </MessagesProvider>
  )
  return render(
    <RouterProvider router={createMemoryRouter([{ path: '*', element: page }], { initialEntries: [address] })} />,
  )
}

test('without script the press leads to the question on the same page, and the course stays in its address', () => {
  const { container } = showAt('/tutorial/shadow?courseId=lco_1', 'tutorial')
  const form = container.querySelector('form')
  expect(form?.method).toBe('get')
  expect(form?.getAttribute('action')).toBe('/tutorial/shadow')
  expect([...new FormData(form ?? undefined)]).toEqual([
    ['courseId', 'lco_1'],
    ['ask', 'restart'],
  ])
})

test('the question says what is cleared, posts the restart and can be left', () => {
  const { container } = showAt('/tutorial/shadow?courseId=lco_1&ask=restart', 'course')
  const form = screen.getByRole('form', { name: '重新学习？' })
  expect(form.textContent).toContain('里面的教程会一起变回未完成')
  expect(form.getAttribute('method')).toBe('post')
  expect(form.getAttribute('action')).toBe('/tutorial/shadow?courseId=lco_1')
  expect([...new FormData(container.querySelector('form') ?? undefined)]).toEqual([['act', 'restart']])
  expect(screen.getByRole('link', { name: '取消' }).getAttribute('href')).toBe('/tutorial/shadow?courseId=lco_1')
})
