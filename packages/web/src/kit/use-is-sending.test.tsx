// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Form, RouterProvider, redirect, useActionData, useNavigation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { useIsSending } from './use-is-sending.ts'

afterEach(cleanup)

function Steps() {
  const step = useActionData<string>() ?? 'first'
  const isSending = useIsSending()
  return (
    <Form method="post">
      <p>{step}</p>
      <output>{useNavigation().state}</output>
      <button type="submit" aria-busy={isSending}>
        next
      </button>
    </Form>
  )
}

/** A page whose form was posted; its answer and the reading of data after it are held back. */
async function post() {
  const answer = Promise.withResolvers<string | Response>()
  const data = Promise.withResolvers<null>()
  const routes = [
    { path: '/', element: <Steps />, action: () => answer.promise, loader: () => data.promise },
    { path: '/done', element: <p>done</p>, loader: () => data.promise },
  ]
  render(<RouterProvider router={createMemoryRouter(routes, { hydrationData: { loaderData: { 0: null } } })} />)
  await userEvent.click(screen.getByRole('button'))
  return { answer: answer.resolve, dataCome: () => data.resolve(null) }
}

const busy = () => screen.getByRole('button').getAttribute('aria-busy')

test('the next step can be pressed as soon as it is shown', async () => {
  const { answer, dataCome } = await post()
  expect(busy()).toBe('true')
  answer('second')
  expect(await screen.findByText('second')).toBeTruthy()
  expect(busy()).toBe('false')
  dataCome()
})

test('an answer that leads to another page leaves nothing to press meanwhile', async () => {
  const { answer, dataCome } = await post()
  answer(redirect('/done'))
  expect(await screen.findByText('loading')).toBeTruthy()
  expect(busy()).toBe('true')
  dataCome()
  expect(await screen.findByText('done')).toBeTruthy()
})
