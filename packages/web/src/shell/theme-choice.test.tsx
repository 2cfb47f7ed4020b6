// @vitest-environment jsdom
import './first-theme.js'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy, Suspense } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { ThemeChoice } from './theme-choice.tsx'

beforeAll(() => loadCatalogue('zh_CN'))
afterEach(cleanup)

const chosen = (name: string) => screen.getByRole('radio', { name }) as HTMLInputElement

test('the chosen colours are shown and kept on this device; following the system keeps nothing', async () => {
  render(
    <MessagesProvider locale="zh_CN">
      <ThemeChoice />
    </MessagesProvider>,
  )
  await userEvent.click(chosen('深色'))
  await waitFor(() => expect(chosen('深色').checked).toBe(true))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(document.cookie).toContain('lantern_theme=dark')

  await userEvent.click(chosen('跟随系统'))
  await waitFor(() => expect(chosen('跟随系统').checked).toBe(true))
  expect(document.documentElement.dataset.theme).toBeUndefined()
  expect(document.cookie).not.toContain('lantern_theme')
})

test('two of them on one page say the same', async () => {
  render(
    <MessagesProvider locale="zh_CN">
      <ThemeChoice />
      <ThemeChoice />
    </MessagesProvider>,
  )
  const all = (name: string) => screen.getAllByRole<HTMLInputElement>('radio', { name }).map(({ checked }) => checked)
  expect(all('跟随系统')).toEqual([true, true])
  for (const name of ['深色', '跟随系统']) {
    await userEvent.click(screen.getAllByRole('radio', { name })[0] as HTMLElement)
    await waitFor(() => expect(all(name)).toEqual([true, true]))
  }
})

test('a choice made while that part of the page waits for its script counts', async () => {
  let arrive: (part: { default: typeof ThemeChoice }) => void = () => undefined
  const Part = lazy(
    () =>
      new Promise<{ default: typeof ThemeChoice }>((done) => {
        arrive = done
      }),
  )
  const { renderToString } = await import('react-dom/server')
  const page = (part: React.ReactNode) => (
    <MessagesProvider locale="zh_CN">
      <Suspense>{part}</Suspense>
    </MessagesProvider>
  )
  const box = document.body.appendChild(document.createElement('div'))
  box.innerHTML = renderToString(page(<ThemeChoice />))
  hydrateRoot(box, page(<Part />))
  await userEvent.click(chosen('深色'))
  expect(document.cookie).toContain('lantern_theme=dark')
  arrive({ default: ThemeChoice })
  await waitFor(() => expect(chosen('深色').checked).toBe(true))
  expect(document.documentElement.dataset.theme).toBe('dark')
})
