// @vitest-environment jsdom
import './first-words.js'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { PressesAgain } from '../press-again.tsx'

/** What the page knows of its fields. */
let known: Record<string, string | boolean> = {}
/** Each announcement of the order. */
let orders: string[] = []
/** Done when the fields are alive, before anything else hears of it. */
let onDrawn = () => {}

afterEach(() => {
  known = {}
  orders = []
  onDrawn = () => {}
  document.body.replaceChildren()
})

function Fields() {
  const [words, setWords] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [pay, setPay] = useState('later')
  const [order, setOrder] = useState('new')
  known = { words, agreed, pay, order }
  useLayoutEffect(() => onDrawn(), [])
  return (
    <>
      <input aria-label="words" value={words} onChange={(event) => setWords(event.target.value)} />
      <input
        aria-label="agreed"
        type="checkbox"
        checked={agreed}
        onChange={(event) => setAgreed(event.target.checked)}
      />
      {['later', 'now', 'never'].map((value) => (
        <input
          key={value}
          aria-label={value}
          type="radio"
          name="pay"
          value={value}
          checked={pay === value}
          onChange={() => setPay(value)}
        />
      ))}
      <select
        aria-label="order"
        value={order}
        onChange={({ target }) => {
          orders.push(target.value)
          setOrder(target.value)
        }}
      >
        <option value="new">new</option>
        <option value="popular">popular</option>
      </select>
    </>
  )
}

/** A page whose fields stand in a part that waits for its script. */
async function openPage() {
  const script = Promise.withResolvers<{ default: typeof Fields }>()
  const Part = lazy(() => script.promise)
  const page = document.createElement('div')
  const radios = ['later', 'now', 'never'].map(
    (value) =>
      `<input aria-label="${value}" type="radio" name="pay" value="${value}"${value === 'later' ? ' checked=""' : ''}>`,
  )
  page.innerHTML = `<!--$--><input aria-label="words" value=""><input aria-label="agreed" type="checkbox">${radios.join('')}<select aria-label="order"><option value="new" selected="">new</option><option value="popular">popular</option></select><!--/$-->`
  document.body.append(page)
  await act(async () => {
    hydrateRoot(
      page,
      <Suspense>
        <Part />
        <PressesAgain />
      </Suspense>,
    )
  })
  return { scriptComes: () => act(async () => script.resolve({ default: Fields })) }
}

const anotherScriptComes = () => act(async () => void document.dispatchEvent(new Event('lantern:script')))

/** As a browser does; the helper of tests lays a property of its own over the field, as React does. */
function type(text: string) {
  words().value = text
  words().dispatchEvent(new Event('input', { bubbles: true }))
}

const words = () => screen.getByLabelText<HTMLInputElement>('words')

test('what is typed and chosen before the script is there is known when it is, and stays where it was', async () => {
  const user = userEvent.setup()
  const { scriptComes } = await openPage()
  type('shadow')
  await user.click(screen.getByLabelText('agreed'))
  await user.click(screen.getByLabelText('now'))
  await user.click(screen.getByLabelText('never'))
  await user.selectOptions(screen.getByLabelText('order'), 'popular')
  words().setSelectionRange(2, 4)
  await scriptComes()
  expect(known).toEqual({ words: 'shadow', agreed: true, pay: 'never', order: 'popular' })
  expect(words().value).toBe('shadow')
  expect([words().selectionStart, words().selectionEnd]).toEqual([2, 4])
  expect(screen.getByLabelText<HTMLInputElement>('never').checked).toBe(true)
  await anotherScriptComes()
  expect(orders).toEqual(['popular'])
})

test('what is typed after that is heard once, and a later script changes nothing of it', async () => {
  const user = userEvent.setup()
  const { scriptComes } = await openPage()
  type('sha')
  await scriptComes()
  await user.type(words(), 'dow')
  await user.clear(words())
  await user.selectOptions(screen.getByLabelText('order'), 'popular')
  await user.selectOptions(screen.getByLabelText('order'), 'new')
  await anotherScriptComes()
  expect(known).toMatchObject({ words: '', order: 'new' })
  expect(orders).toEqual(['popular', 'new'])
})

test('what is typed between the script and the next moment is not written over', async () => {
  const { scriptComes } = await openPage()
  type('sha')
  await userEvent.click(screen.getByLabelText('now'))
  onDrawn = () => {
    // past the property that React has laid over the field
    Reflect.set(HTMLInputElement.prototype, 'value', 'shadow', words())
    words().dispatchEvent(new Event('input', { bubbles: true }))
    screen.getByLabelText('never').click()
  }
  await scriptComes()
  expect([words().value, known.words, known.pay]).toEqual(['shadow', 'shadow', 'never'])
})

test('a character that is being composed when the script comes is left alone', async () => {
  const { scriptComes } = await openPage()
  const events: string[] = []
  type('ying')
  words().dispatchEvent(new Event('compositionstart', { bubbles: true }))
  words().addEventListener('input', () => events.push('input'))
  await scriptComes()
  expect(events).toEqual([])
  expect(words().value).toBe('ying')
  words().dispatchEvent(new Event('compositionend', { bubbles: true }))
  await userEvent.type(words(), '子')
  expect(known.words).toBe('ying子')
})
