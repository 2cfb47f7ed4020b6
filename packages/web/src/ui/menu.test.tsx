// @vitest-environment jsdom
import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Menu, MenuItem, MenuSeparator } from './menu.tsx'

function AccountMenu({ onLeave }: { onLeave?: () => void }) {
  return (
    <>
      <p>正文</p>
      <Menu
        label="账号"
        trigger={(props) => (
          <button type="button" {...props}>
            林知远
          </button>
        )}
      >
        <MenuItem to="/my">My learning</MenuItem>
        <MenuItem to="/settings">Settings</MenuItem>
        <MenuItem disabled>Studio</MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={onLeave}>Sign out</MenuItem>
      </Menu>
    </>
  )
}

const trigger = () => screen.getByRole('button', { name: '林知远' })

test('a menu opens and closes by its button [SHELL-055]', async () => {
  const user = userEvent.setup()
  render(<AccountMenu />)
  expect(screen.queryByRole('menu')).toBeNull()
  await user.click(trigger())
  expect(screen.getByRole('menu', { name: '账号' })).toBeTruthy()
  expect(trigger().getAttribute('aria-expanded')).toBe('true')
  await user.click(trigger())
  expect(screen.queryByRole('menu')).toBeNull()
  expect(trigger().getAttribute('aria-expanded')).toBe('false')
})

test('a press outside closes a menu, a press inside does not [SHELL-056]', async () => {
  const user = userEvent.setup()
  render(<AccountMenu />)
  await user.click(trigger())
  await user.click(screen.getByRole('separator'))
  expect(screen.queryByRole('menu')).not.toBeNull()
  await user.click(screen.getByText('正文'))
  expect(screen.queryByRole('menu')).toBeNull()
})

test('Escape closes a menu and the focus returns to its button [SHELL-055]', async () => {
  const user = userEvent.setup()
  render(<AccountMenu />)
  await user.click(trigger())
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(trigger())
})

test('arrow keys, Home, End and letters move through the items that can be chosen', async () => {
  const user = userEvent.setup()
  render(<AccountMenu />)
  await user.click(trigger())
  const at = () => document.activeElement?.textContent
  expect(at()).toBe('My learning')
  await user.keyboard('{ArrowUp}')
  expect(at()).toBe('Sign out')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(at()).toBe('Settings')
  await user.keyboard('{End}')
  expect(at()).toBe('Sign out')
  await user.keyboard('{Home}s')
  expect(at()).toBe('Settings')
  await user.keyboard('i')
  expect(at()).toBe('Sign out')
})

test('letters typed 500 ms apart begin a new word [PLAT-042]', async () => {
  render(<AccountMenu />)
  await userEvent.setup().click(trigger())
  const type = (key: string, at: number) => {
    const event = createEvent.keyDown(screen.getByRole('menu'), { key })
    Object.defineProperty(event, 'timeStamp', { value: at })
    fireEvent(screen.getByRole('menu'), event)
    return document.activeElement?.textContent
  }
  expect(type('s', 1_000)).toBe('Settings')
  expect(type('i', 1_500)).toBe('Sign out')
  expect(type('m', 2_001)).toBe('My learning')
})

test('choosing runs the act once and closes the menu', async () => {
  const user = userEvent.setup()
  const onLeave = vi.fn()
  render(<AccountMenu onLeave={onLeave} />)
  await user.click(trigger())
  await user.keyboard('{End}{Enter}')
  expect(onLeave).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
})
