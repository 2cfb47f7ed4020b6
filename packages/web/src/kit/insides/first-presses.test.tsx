// @vitest-environment jsdom
import './first-presses.js'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy, type ReactNode, Suspense } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MenuItem } from '#ui/menu.tsx'
import { PressesAgain, pressAgain } from '../press-again.tsx'

/** Presses that were answered, in their order. */
let answered: string[] = []

beforeEach(() => {
  answered = []
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

function Buttons() {
  return (
    <>
      {['open', 'close'].map((name) => (
        <button key={name} type="button" onClick={() => answered.push(name)}>
          {name}
        </button>
      ))}
    </>
  )
}

function Choice() {
  return (
    <MenuItem to="#in-english" checked={false} onSelect={() => answered.push('English')}>
      English
    </MenuItem>
  )
}

/** A page with a part that waits for its script. */
async function openPage(Waiting: () => ReactNode = Buttons) {
  const script = Promise.withResolvers<{ default: () => ReactNode }>()
  const Part = lazy(() => script.promise)
  const page = document.createElement('div')
  page.innerHTML = `<!--$-->${renderToString(<Waiting />)}<!--/$-->`
  document.body.append(page)
  await act(async () =>
    hydrateRoot(
      page,
      <Suspense>
        <Part />
        <PressesAgain />
      </Suspense>,
    ),
  )
  pressAgain()
  return {
    press: (name: string) => userEvent.click(screen.getByText(name)),
    scriptComes: () => act(async () => script.resolve({ default: Waiting })),
  }
}

test('a press on a button that waits for its script is answered when the script is there, once', async () => {
  const { press, scriptComes } = await openPage()
  await press('close')
  await press('open')
  await press('close')
  pressAgain()
  expect(answered).toEqual([])
  await scriptComes()
  expect(answered).toEqual(['close', 'open'])
  pressAgain()
  expect(answered).toHaveLength(2)
})

test('a press on a button that is alive is answered as ever', async () => {
  const { press, scriptComes } = await openPage()
  await scriptComes()
  await press('open')
  await press('open')
  pressAgain()
  expect(answered).toEqual(['open', 'open'])
})

test('what was pressed long ago is not wanted any more', async () => {
  const { press, scriptComes } = await openPage()
  await press('open')
  const elevenSecondsLater = performance.now() + 11_000
  vi.spyOn(performance, 'now').mockReturnValue(elevenSecondsLater)
  await scriptComes()
  expect(answered).toEqual([])
})

test('what works without script is left alone', async () => {
  render(
    <form onSubmit={(event) => event.preventDefault()}>
      <button type="submit" onClick={() => answered.push('send')}>
        send
      </button>
      <button type="button" popoverTarget="menu" onClick={() => answered.push('menu')}>
        menu
      </button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'send' }))
  await userEvent.click(screen.getByRole('button', { name: 'menu' }))
  pressAgain()
  expect(answered).toEqual(['send', 'menu'])
})

test('a choice that is a link without script waits for its script, which then does what it is for', async () => {
  const { press, scriptComes } = await openPage(Choice)
  await press('English')
  expect([answered, window.location.hash]).toEqual([[], ''])
  await scriptComes()
  expect([answered, window.location.hash]).toEqual([['English'], ''])
})
