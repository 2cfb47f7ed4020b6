// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CornerCard } from './corner-card.tsx'

const card = { left: 16, right: 416, top: 500, bottom: 784 }
let button = { left: 300, right: 380, top: 700, bottom: 740 }

beforeEach(() => {
  vi.useFakeTimers()
  button = { left: 300, right: 380, top: 700, bottom: 740 }
  Element.prototype.checkVisibility = () => true
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return (this.tagName === 'SECTION' ? card : button) as DOMRect
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The notice in the corner; while it waits it stands below the page. */
const notice = () => {
  const card = screen.getByRole('region', { name: '欢迎' })
  return card.hasAttribute('data-waiting') ? null : card
}
const stand = () => card.top
const show = () =>
  render(
    <>
      <button type="button">选项</button>
      <CornerCard title="欢迎" acts={<button type="button">知道了</button>}>
        <p>三种开始</p>
      </CornerCard>
    </>,
  )

function scrollTo(top: number) {
  act(() => {
    button = { ...button, top, bottom: top + 40 }
    window.dispatchEvent(new Event('scroll'))
  })
}

test('a notice waits while it would cover a control, and comes at rest where it covers none', () => {
  show()
  expect(notice()).toBeNull()
  scrollTo(stand() - 100)
  expect(notice()).toBeNull()
  act(() => vi.advanceTimersByTime(1000))
  expect(notice()).toBeTruthy()
  // it is out of the way while the page moves
  scrollTo(stand() + 50)
  expect(notice()).toBeNull()
  act(() => vi.advanceTimersByTime(1000))
  expect(notice()).toBeNull()
})

test('a notice that is being answered stays, and one behind a dialog waits', () => {
  button = { left: 0, right: 0, top: 0, bottom: 0 }
  const { container } = show()
  screen.getByRole('button', { name: '知道了' }).focus()
  scrollTo(stand() + 50)
  act(() => vi.advanceTimersByTime(1000))
  expect(notice()).toBeTruthy()
  cleanup()
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  button = { left: 0, right: 0, top: 0, bottom: 0 }
  show()
  expect(notice()).toBeNull()
  dialog.remove()
  expect(container).toBeTruthy()
})
