// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ApiError } from '#kit/call.ts'
import { loadCatalogue } from '#kit/catalogue.ts'
import { type FieldProps, useForm } from '#kit/form.ts'
import type { FieldRule } from '#kit/form-state.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { held } from '#testing/show.tsx'

beforeEach(() => loadCatalogue('en_US'))
afterEach(cleanup)

const rules: Record<'title' | 'summary' | 'note', FieldRule> = {
  title: { required: 'error_isRequired' },
  summary: { required: 'error_isRequired' },
  note: {},
}

function pick({ value, onChange }: Pick<FieldProps, 'value' | 'onChange'>) {
  return { value, onChange }
}

function Title() {
  const form = useForm(rules)
  const { error, onBlur, ...props } = form.props('title')
  return (
    <>
      <input aria-label="Title" {...pick(props)} onBlur={onBlur} />
      <p>{error}</p>
    </>
  )
}

test('a field is judged when it is left, not when only the window is', async () => {
  const user = userEvent.setup()
  render(
    <MessagesProvider locale="en_US">
      <Title />
    </MessagesProvider>,
  )
  await user.click(screen.getByRole('textbox', { name: 'Title' }))
  fireEvent.blur(screen.getByRole('textbox', { name: 'Title' }))
  expect(screen.getByRole('paragraph').textContent).toBe('')
  await user.tab()
  expect(screen.getByRole('paragraph').textContent).not.toBe('')
})

test('what is pressed while a field is left stays where it is until it is let go', async () => {
  render(
    <MessagesProvider locale="en_US">
      <Title />
    </MessagesProvider>,
  )
  const field = screen.getByRole('textbox', { name: 'Title' })
  const said = () => screen.getByRole('paragraph').textContent
  field.focus()
  fireEvent.pointerDown(document.body)
  act(() => field.blur())
  expect(said()).toBe('')
  fireEvent.pointerUp(document.body)
  await waitFor(() => expect(said()).not.toBe(''))
})

function Sent({ refusal }: { refusal: Promise<void> }) {
  const form = useForm(rules)
  const { error, onBlur, ...props } = form.props('title')
  const details = [{ field: 'title', message: 'Taken' }]
  const send = () =>
    refusal.then(() => form.showFailure(new ApiError(400, { code: 'bad_request', message: '', details })))
  return (
    <>
      <input aria-label="Title" {...pick(props)} onBlur={onBlur} />
      <button type="button" onClick={() => void send()}>
        Send
      </button>
      <p>{error}</p>
    </>
  )
}

test.each([
  ['', 'Taken'],
  [' and shadows', ''],
])('a refusal is said of what was sent, not of what was typed since (%j)', async (more, said) => {
  const user = userEvent.setup()
  const { answer, give } = held<void>()
  render(
    <MessagesProvider locale="en_US">
      <Sent refusal={answer} />
    </MessagesProvider>,
  )
  const title = screen.getByRole('textbox', { name: 'Title' })
  await user.type(title, 'Lights')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  if (more) await user.type(title, more)
  await act(async () => give())
  expect(screen.getByRole('paragraph').textContent).toBe(said)
})
