// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { KeepsFocus } from './keeps-focus.ts'

afterEach(cleanup)

function Rows({ first = ['一', '二', '三'] }) {
  const [rows, setRows] = useState(first)
  const [plan, setPlan] = useState(false)
  return (
    <main>
      <KeepsFocus />
      <a href="/back">返回</a>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button type="button" onClick={() => setRows(rows.filter((one) => one !== row))}>
              删除{row}
            </button>
          </li>
        ))}
      </ul>
      <section>
        {plan ? (
          <input aria-label="方案" />
        ) : (
          <button type="button" onClick={() => setPlan(true)}>
            添加方案
          </button>
        )}
      </section>
    </main>
  )
}

async function press(name: string) {
  screen.getByRole('button', { name }).focus()
  await userEvent.setup().keyboard('{Enter}')
}

test('a row that its own button takes away leaves the focus on the next one, the last on the one before', async () => {
  render(<Rows />)
  await press('删除二')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '删除三' })))
  await press('删除三')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '删除一' })))
})

test('what a button makes in its place gets the focus', async () => {
  render(<Rows />)
  await press('添加方案')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '方案' })))
})
