// @vitest-environment jsdom

import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The parts whose script was asked for, in their order. */
let asked: string[] = []

beforeEach(() => {
  asked = []
  vi.useFakeTimers()
  vi.resetModules()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A page that the server rendered, before its parts are alive. */
async function openPage(names: readonly string[]) {
  const { later, waitForPerson } = await import('./later.tsx')
  waitForPerson()
  const parts = names.map((name) => ({
    name,
    Part: later(async () => {
      asked.push(name)
      return () => <p>{name}</p>
    }),
  }))
  render(parts.map(({ name, Part }) => <Part key={name} />))
  return vi.advanceTimersByTimeAsync(0)
}

test('nothing of a part is asked for before there is a sign of a person', async () => {
  await openPage(['menu', 'footer'])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(asked).toEqual([])
  window.dispatchEvent(new Event('scroll'))
  await vi.runAllTimersAsync()
  expect(asked).toEqual(['menu', 'footer'])
})

test('with a sign the parts begin at once, one after another: a press meanwhile is answered in between', async () => {
  await openPage(['menu', 'tiles', 'rankings', 'picks', 'footer'])
  window.dispatchEvent(new Event('pointerdown'))
  setTimeout(() => setTimeout(() => asked.push('press')))
  await vi.advanceTimersByTimeAsync(10)
  expect(asked).toHaveLength(6)
  expect(asked.indexOf('press')).toBeLessThan(asked.indexOf('picks'))
})

test('without a sign they come by themselves after five seconds, one after another', async () => {
  await openPage(['menu', 'tiles', 'footer'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked.length).toBeLessThan(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toEqual(['menu', 'tiles', 'footer'])
})
