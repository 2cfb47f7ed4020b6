// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Select } from './text-field.tsx'
import { useChosenBeforeScript } from './use-chosen-before-script.ts'

afterEach(cleanup)

function Filters({ level, act }: { level: string; act: (form: HTMLFormElement) => void }) {
  const form = useRef<HTMLFormElement>(null)
  useChosenBeforeScript(form, act)
  return (
    <form ref={form}>
      <Select label="难度" name="level" defaultValue={level}>
        <option value="">全部</option>
        <option value="beginner">初级</option>
        <option value="advanced">高级</option>
      </Select>
    </form>
  )
}

/** The page as it came from the server, with a choice made before its script. */
function open(chosen: string, act: (form: HTMLFormElement) => void) {
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(<Filters level="beginner" act={act} />)
  const select = container.querySelector('select') as HTMLSelectElement
  select.value = chosen
  return { select, ...render(<Filters level="beginner" act={act} />, { container, hydrate: true }) }
}

test('what was chosen before the script acts when that is there, and stays chosen', () => {
  const act = vi.fn((form: HTMLFormElement) => new FormData(form).get('level'))
  const { select, rerender } = open('advanced', act)
  rerender(<Filters level="beginner" act={act} />)
  expect(act.mock.results.map(({ value }) => value)).toEqual(['advanced'])
  expect(select.value).toBe('advanced')
})

test('nothing chosen, nothing done; a choice that came from elsewhere is shown', () => {
  const act = vi.fn()
  const { select, rerender } = open('beginner', act)
  rerender(<Filters level="" act={act} />)
  expect(act).not.toHaveBeenCalled()
  expect(select.value).toBe('')
})
