// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { currentToasts, dismissToast, dismissToastsWithAction, toast } from './toast.ts'
import { ToastRegion } from './toast-region.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

afterEach(() => {
  act(() => {
    for (const shown of currentToasts()) dismissToast(shown.id)
  })
  vi.useRealTimers()
})

const region = <ToastRegion label="消息" closeLabel="关闭" />

test('a toast is shown and read out in the message region [SHELL-037]', () => {
  render(region)
  act(() => void toast({ tone: 'good', text: '已收藏' }))
  expect(screen.getByRole('region', { name: '消息' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('已收藏')
})

test('a failure is an alert [SHELL-037]', () => {
  render(region)
  act(() => void toast({ tone: 'bad', text: '没有保存成功' }))
  expect(screen.getByRole('alert').textContent).toBe('没有保存成功')
})

test('a toast leaves after two seconds and not before [SHELL-060]', () => {
  render(region)
  act(() => void toast({ tone: 'info', text: '已复制链接' }))
  act(() => void vi.advanceTimersByTime(1999))
  expect(screen.queryByText('已复制链接')).not.toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByText('已复制链接')).toBeNull()
})

test('under the pointer a toast waits, and two seconds begin when the pointer leaves', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(region)
  act(() => void toast({ tone: 'info', text: '已复制链接' }))
  await user.hover(screen.getByText('已复制链接'))
  act(() => void vi.advanceTimersByTime(5000))
  expect(screen.queryByText('已复制链接')).not.toBeNull()
  await user.unhover(screen.getByText('已复制链接'))
  act(() => void vi.advanceTimersByTime(2000))
  expect(screen.queryByText('已复制链接')).toBeNull()
})

test('a toast that can be undone stays until it is used', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const undo = vi.fn()
  render(region)
  act(() => void toast({ tone: 'info', text: '已删除第5步', action: { label: '撤销', onAct: undo } }))
  act(() => void vi.advanceTimersByTime(60_000))
  await user.click(screen.getByRole('button', { name: '撤销' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('已删除第5步')).toBeNull()
})

test('when the page changes, toasts with an act go', () => {
  render(region)
  act(() => void toast({ tone: 'info', text: '已删除', action: { label: '撤销', onAct: () => undefined } }))
  act(() => dismissToastsWithAction())
  expect(screen.queryByText('已删除')).toBeNull()
})

test('a fourth toast takes the place of the oldest', () => {
  render(region)
  act(() => {
    for (const text of ['一', '二', '三', '四']) toast({ tone: 'info', text })
  })
  expect(currentToasts().map((shown) => shown.text)).toEqual(['二', '三', '四'])
})

test('what is said twice stands once, for its whole time', () => {
  render(region)
  act(() => void toast({ tone: 'bad', text: '没有保存成功' }))
  act(() => void vi.advanceTimersByTime(1500))
  act(() => void toast({ tone: 'bad', text: '没有保存成功' }))
  expect(screen.getAllByText('没有保存成功')).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(1500))
  expect(screen.getAllByText('没有保存成功')).toHaveLength(1)
})

test('over a dialog the toast is inside the dialog, where it can be reached', () => {
  render(
    <>
      {region}
      <Dialog open title="登录" closeLabel="关闭" onClose={() => undefined}>
        内容
      </Dialog>
    </>,
  )
  act(() => void toast({ tone: 'info', text: '验证码已发送' }))
  expect(screen.getByRole('dialog').contains(screen.getByText('验证码已发送'))).toBe(true)
})

test('where a page goes with its open dialog, the region of the next one is shown', () => {
  const shown: boolean[] = []
  HTMLElement.prototype.showPopover = function () {
    // as browsers do
    if (!this.isConnected) throw new DOMException('Invalid on disconnected popover elements', 'InvalidStateError')
    shown.push(this.isConnected)
  }
  const page = (key: string, dialog: ReactNode) => (
    <div key={key}>
      {region}
      {dialog}
    </div>
  )
  const dialog = (
    <Dialog open title="布置" closeLabel="关闭" onClose={() => undefined}>
      内容
    </Dialog>
  )
  const { rerender } = render(page('first', dialog))
  shown.length = 0
  rerender(page('second', null))
  expect(shown).toEqual([true])
  act(() => void toast({ tone: 'info', text: '已不在班级里' }))
  expect(screen.getByText('已不在班级里')).toBeTruthy()
})
