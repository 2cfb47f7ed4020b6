// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Grip } from './grip.tsx'
import { moved } from './moved.ts'
import { useReorder } from './use-reorder.ts'

afterEach(cleanup)

function List() {
  const [names, setNames] = useState(['a', 'b', 'c', 'd'])
  const { listProps, said } = useReorder<HTMLOListElement>({
    count: names.length,
    onMove: (from, to) => {
      setNames(moved(names, from, to))
      return to
    },
    say: (to) => `now ${to + 1}`,
  })
  return (
    <>
      <ol {...listProps}>
        {names.map((name, index) => (
          <li key={name} data-row={index} data-testid={name}>
            <Grip label={`move ${name}`} />
            {name}
          </li>
        ))}
      </ol>
      <p role="status">{said}</p>
    </>
  )
}

const order = () => screen.getAllByRole('listitem').map((row) => row.textContent)
const grip = (name: string) => screen.getByRole('button', { name: `move ${name}` })

/** Rows 40 high, one below the other. */
function layOut() {
  Element.prototype.getBoundingClientRect = function () {
    const row = (this as HTMLElement).dataset.row
    return { top: Number(row ?? 0) * 40, height: 40 } as DOMRect
  }
}

test('the arrows move a row and the focus goes with it; the ends are the ends', async () => {
  render(<List />)
  const user = userEvent.setup()
  grip('b').focus()
  await user.keyboard('{ArrowDown}')
  expect(order()).toEqual(['a', 'c', 'b', 'd'])
  expect(document.activeElement).toBe(grip('b'))
  expect(screen.getByRole('status').textContent).toBe('now 3')
  await user.keyboard('{End}{ArrowDown}')
  expect(order()).toEqual(['a', 'c', 'd', 'b'])
  await user.keyboard('{Home}')
  expect(order()).toEqual(['b', 'a', 'c', 'd'])
  expect(document.activeElement).toBe(grip('b'))
})

test('dragging shows where the row would land and puts it there', () => {
  layOut()
  render(<List />)
  fireEvent.pointerDown(grip('a'), { pointerId: 1, button: 0 })
  fireEvent.pointerMove(window, { pointerId: 1, clientY: 105 })
  expect(screen.getByTestId('a').dataset.dragged).toBe('')
  expect(screen.getByTestId('c').dataset.drop).toBe('after')
  fireEvent.pointerUp(window, { pointerId: 1, clientY: 105 })
  expect(order()).toEqual(['b', 'c', 'a', 'd'])
  expect(document.querySelector('[data-drop], [data-dragged]')).toBeNull()
})

test('Escape leaves everything where it was, and a press that does not move is no drag', () => {
  render(<List />)
  fireEvent.pointerDown(grip('a'), { pointerId: 1, button: 0 })
  fireEvent.pointerMove(window, { pointerId: 1, clientY: 150 })
  fireEvent.keyDown(window, { key: 'Escape' })
  fireEvent.pointerUp(window, { pointerId: 1, clientY: 150 })
  fireEvent.pointerDown(grip('b'), { pointerId: 2, button: 0 })
  fireEvent.pointerUp(window, { pointerId: 2 })
  expect(order()).toEqual(['a', 'b', 'c', 'd'])
})
