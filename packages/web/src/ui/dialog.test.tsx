// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfirmDialog, type ConfirmTheme } from './confirm-dialog.tsx'
import { autofocusDelayMs, Dialog, type DialogProps } from './dialog.tsx'
import { Menu, MenuItem } from './menu.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const css = readFileSync(`${import.meta.dirname}/dialog.module.css`, 'utf8').replace(/\s+/g, ' ')
const tokens = readFileSync(`${import.meta.dirname}/styles/tokens.css`, 'utf8')

function Page({ onClosed, ...dialog }: Partial<DialogProps> & { onClosed?: () => void }) {
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onClosed?.()
  }
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        打开
      </button>
      <Dialog open={open} title="选择语言" closeLabel="关闭" onClose={close} {...dialog}>
        <input aria-label="搜索" />
      </Dialog>
    </>
  )
}

test('a dialog takes the focus and gives it back to where it was', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(screen.getByRole('button', { name: '打开' }))
  expect(screen.getByRole('dialog', { name: '选择语言' }).contains(document.activeElement)).toBe(true)
  await user.click(screen.getByRole('button', { name: '关闭' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '打开' }))
})

test('a field that asks for the focus gets it 100 ms after its dialog opened, and not when it closed before [PLAT-043]', () => {
  vi.useFakeTimers()
  const dialog = (open: boolean) => (
    <Dialog open={open} title="登录" closeLabel="关闭" onClose={() => undefined}>
      <input aria-label="手机号" data-autofocus="" />
    </Dialog>
  )
  const { rerender } = render(dialog(true))
  const field = screen.getByRole('textbox')
  expect(autofocusDelayMs).toBe(100)
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
  vi.advanceTimersByTime(99)
  expect(document.activeElement).not.toBe(field)
  vi.advanceTimersByTime(1)
  expect(document.activeElement).toBe(field)
  rerender(dialog(false))
  rerender(dialog(true))
  const late = vi.spyOn(screen.getByRole('textbox'), 'focus')
  rerender(dialog(false))
  vi.advanceTimersByTime(autofocusDelayMs)
  expect(late).not.toHaveBeenCalled()
})

test('Escape and a press beside it close a dialog', async () => {
  const user = userEvent.setup()
  const onClosed = vi.fn()
  render(<Page onClosed={onClosed} />)
  await user.click(screen.getByRole('button', { name: '打开' }))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: '打开' }))
  await user.click(screen.getByRole('dialog'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(onClosed).toHaveBeenCalledTimes(2)
})

test('a press that begins inside and ends beside the dialog keeps it open', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(screen.getByRole('button', { name: '打开' }))
  await user.pointer([
    { keys: '[MouseLeft>]', target: screen.getByRole('textbox') },
    { keys: '[/MouseLeft]', target: screen.getByRole('dialog') },
  ])
  expect(screen.queryByRole('dialog')).not.toBeNull()
})

test('the second press of a double one that has opened a dialog does not close it', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(screen.getByRole('button', { name: '打开' }))
  const dialog = screen.getByRole('dialog')
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog, { detail: 2 })
  expect(screen.queryByRole('dialog')).not.toBeNull()
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog, { detail: 1 })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a dialog that keeps on outside presses still closes on Escape; a locked one does not', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<Page keepOnOutside />)
  await user.click(screen.getByRole('button', { name: '打开' }))
  await user.click(screen.getByRole('dialog'))
  expect(screen.queryByRole('dialog')).not.toBeNull()
  rerender(<Page locked />)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeNull()
  expect(screen.queryByRole('button', { name: '关闭' })).toBeNull()
  rerender(<Page keepOnOutside />)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Escape in a menu of a dialog closes the menu and keeps the dialog', async () => {
  const user = userEvent.setup()
  const onClose = vi.fn()
  render(
    <Dialog open title="分享" closeLabel="关闭" onClose={onClose}>
      <Menu
        label="更多"
        trigger={(props) => (
          <button type="button" {...props}>
            更多
          </button>
        )}
      >
        <MenuItem>复制</MenuItem>
      </Menu>
    </Dialog>,
  )
  await user.click(screen.getByRole('button', { name: '更多' }))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
})

test('the backdrop has an opacity of 0.8 and the dialog grows from 0.75 [SHELL-068]', () => {
  expect(rule('.dialog::backdrop')).toContain('opacity: 0.8')
  expect(rule('.dialog[open]')).toMatch(/animation: appear/)
  expect(keyframes('appear')).toMatch(/0% \{[^}]*transform: scale\(0\.75\)/)
})

test('a dialog is at least 128 and at most the window less 128 high [SHELL-069]', () => {
  expect(rule('.dialog')).toContain('min-height: 128px')
  expect(rule('.dialog')).toContain('max-height: calc(100dvh - 128px)')
})

test('while it opens, the content is never drawn with an opacity below 0.1 [SHELL-070]', () => {
  for (const name of ['appear', 'rise']) {
    const steps = [...keyframes(name).matchAll(/([\d.]+)% \{[^}]*opacity: ([\d.]+)/g)].map(([, at, opacity]) => ({
      at: Number(at),
      opacity: Number(opacity),
    }))
    // Two equal steps of nothing, then a jump to 0.1 in a thousandth of the time.
    expect(steps.slice(0, 3).map((step) => step.opacity)).toEqual([0, 0, 0.1])
    expect((steps[2]?.at ?? 100) - (steps[1]?.at ?? 0)).toBeLessThanOrEqual(0.11)
  }
})

test('a dialog is 640 wide and a sheet of full width on a phone [SHELL-071]', () => {
  expect(tokens).toMatch(/--dialog: 640px/)
  expect(rule('.dialog')).toContain('var(--dialog))')
  expect(css).toMatch(/max-width: 639px\) \{ \.dialog \{[^}]*width: 100%/)
})

test('a confirmation has the five themes, each with its own sign [SHELL-038]', () => {
  const themes: ConfirmTheme[] = ['default', 'delete', 'tfa', 'featured', 'publish']
  const looks = themes.map((theme) => {
    const { unmount } = render(<Confirm theme={theme} />)
    const sign = screen.getByRole('alertdialog').querySelector('h2')?.previousElementSibling?.outerHTML ?? 'none'
    const confirm = screen.getByRole('button', { name: '确定' }).className
    unmount()
    return `${sign} ${confirm}`
  })
  expect(new Set(looks).size).toBe(themes.length)
})

test('deleting starts with the focus on "cancel", other confirmations on the act [SHELL-038]', () => {
  const { unmount } = render(<Confirm theme="delete" />)
  expect(document.activeElement?.textContent).toBe('取消')
  unmount()
  render(<Confirm theme="publish" />)
  expect(document.activeElement?.textContent).toBe('确定')
})

test('a confirmation runs once and waits for its act', async () => {
  const user = userEvent.setup()
  let finish = () => undefined as undefined
  const onConfirm = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = () => void resolve()
      }),
  )
  const onClose = vi.fn()
  render(<Confirm theme="delete" onConfirm={onConfirm} onClose={onClose} />)
  await user.click(screen.getByRole('button', { name: '确定' }))
  await user.click(screen.getByRole('button', { name: '确定' }))
  await user.keyboard('{Escape}')
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
  finish()
  await waitFor(() => expect(screen.getByRole('button', { name: '确定' }).getAttribute('aria-busy')).toBeNull())
})

function Confirm({
  theme,
  onConfirm = () => undefined,
  onClose = () => undefined,
}: {
  theme: ConfirmTheme
  onConfirm?: () => unknown
  onClose?: () => void
}) {
  return (
    <ConfirmDialog
      open
      theme={theme}
      title="继续吗？"
      confirmLabel="确定"
      cancelLabel="取消"
      closeLabel="关闭"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      内容
    </ConfirmDialog>
  )
}

function rule(selector: string): string {
  const start = css.indexOf(`${selector} {`)
  return css.slice(start, css.indexOf('}', start))
}

function keyframes(name: string): string {
  const start = css.indexOf(`@keyframes ${name} {`)
  return css.slice(start, css.indexOf('} }', start))
}
