// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CardItem } from './card.tsx'
import { CardRow } from './card-row.tsx'

function row(count: number) {
  return render(
    <CardRow previousLabel="上一组" nextLabel="下一组">
      {Array.from({ length: count }, (_, n) => (
        <CardItem key={String(n)}>{n}</CardItem>
      ))}
    </CardRow>,
  )
}

const scroller = () => document.querySelector('[data-scroller]')

test('five cards stand in a grid, six in a scroller [SHELL-067]', () => {
  const five = row(5)
  expect([scroller(), screen.getAllByRole('listitem').length, screen.queryByRole('button')]).toEqual([null, 5, null])
  five.unmount()
  row(6)
  expect([scroller()?.tagName, screen.getAllByRole('listitem').length]).toEqual(['DIV', 6])
})

const sizesOfList = (clientWidth: number, scrollWidth: number) => {
  vi.spyOn(HTMLUListElement.prototype, 'clientWidth', 'get').mockReturnValue(clientWidth)
  vi.spyOn(HTMLUListElement.prototype, 'scrollWidth', 'get').mockReturnValue(scrollWidth)
}

test('a row whose cards all fit has no buttons', () => {
  sizesOfList(1_200, 1_200)
  row(8)
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-disabled'))).toEqual(['true', 'true'])
})

test('its buttons go one width on and back, and an end has none', async () => {
  sizesOfList(400, 1_000)
  row(8)
  const list = screen.getByRole('list')
  const scrolled = vi.fn()
  Object.assign(list, { scrollBy: scrolled })
  const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'
  expect([isOff('上一组'), isOff('下一组')]).toEqual([true, false])
  await userEvent.click(screen.getByRole('button', { name: '下一组' }))
  expect(scrolled).toHaveBeenLastCalledWith({ left: 400, behavior: 'smooth' })
  list.scrollLeft = 600
  fireEvent.scroll(list)
  expect([isOff('上一组'), isOff('下一组')]).toEqual([false, true])
  await userEvent.click(screen.getByRole('button', { name: '上一组' }))
  expect(scrolled).toHaveBeenLastCalledWith({ left: -400, behavior: 'smooth' })
})
