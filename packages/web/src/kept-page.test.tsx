import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type ComponentProps, type ReactNode, Suspense, useId, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { asForNobody, Everybody, Nobody, Personal, useOwn, type Visit, VisitProvider } from '#kit/visit.tsx'
import { keepPage, piecesOf } from './kept-page.ts'
import { writePage } from './write-page.ts'

afterEach(() => vi.restoreAllMocks())

const nobody = { name: '' }

function Greeting({ loaded = nobody }: { loaded?: { name: string } }) {
  const id = useId()
  const { name } = useOwn('greeting', loaded)
  if (name === 'broken') throw new Error(name)
  return (
    <b id={id} title={name}>
      Hello {name} of {name.length} letters
      <Suspense>
        <i>{name}</i>
      </Suspense>
    </b>
  )
}

function Card({ nth, children }: { nth: number; children: ReactNode }) {
  const [id] = [useId(), useState(nth)]
  return (
    <li id={id}>
      Card {nth} of all <Personal>{children}</Personal>
    </li>
  )
}

/** A document as the site's pages are: parts beside and inside of each other, ids, text beside text. */
function Page({ loaded }: { loaded?: { name: string } }) {
  const greeting = <Greeting {...(loaded && { loaded })} />
  return (
    <html lang="en">
      <body>
        <Personal>{greeting}</Personal>
        <ul>
          {[1, 2, 3].map((nth) => (
            <Card key={nth} nth={nth}>
              {nth === 2 ? <Personal>{greeting}</Personal> : nth === 3 ? null : greeting}
            </Card>
          ))}
        </ul>
        <Personal>
          {greeting}
          <script type="application/json" dangerouslySetInnerHTML={{ __html: '{"a":"</div><script>"}' }} />
          {greeting}
        </Personal>
      </body>
    </html>
  )
}

const visitOf = (name: string): Visit => ({ own: { greeting: { name } }, replaced: new Map() })

async function whole(name: string): Promise<string> {
  const { html } = await writePage(
    <VisitProvider value={null}>
      <Page loaded={{ name }} />
    </VisitProvider>,
    () => false,
  )
  return html.toString()
}

async function kept() {
  const page = await keepPage(
    <VisitProvider value={new Everybody()}>
      <Page />
    </VisitProvider>,
  )
  const { pieces, holes } = piecesOf(page.html)
  return async (name: string): Promise<string | null> => {
    const parts = await page.fill(
      <VisitProvider value={visitOf(name)}>
        <Page />
      </VisitProvider>,
    )
    if (!parts) return null
    return pieces.map((piece, at) => `${piece}${at < holes.length ? parts.get(holes[at] ?? '') : ''}`).join('')
  }
}

test('a kept page that is filled for a visit is the page that is drawn for its visitor alone, byte for byte', async () => {
  const fill = await kept()
  for (const name of ['Ada', '光', '</div><script>"&\'', '$& $1 <!--$?-->'])
    expect(await fill(name)).toBe(await whole(name))
})

test('who visits at the same time is in nobody else’s page, and nobody in what is kept', async () => {
  const fill = await kept()
  const pages = await Promise.all(['Ada', 'Bob', 'Cem'].map(fill))
  expect(pages.map((page) => [...new Set(page?.match(/Ada|Bob|Cem/g))])).toEqual([['Ada'], ['Bob'], ['Cem']])
})

test('where a part breaks for one visitor, nothing is filled: the page is drawn for them as a whole', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await (await kept())('broken')).toBe(null)
  expect(said).toHaveBeenCalled()
})

function Broken(): never {
  throw new Error('broken')
}

test('a page that breaks for everybody is not kept', async () => {
  await expect(keepPage(<Broken />)).rejects.toThrow('broken')
})

test('what a kept page was made of goes with the page, whatever its holes waited for', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  async function keptAndDropped() {
    const loaded = { name: 'Ada' }
    await keepPage(
      <VisitProvider value={new Everybody()}>
        <Page loaded={loaded} />
      </VisitProvider>,
    )
    return new WeakRef(loaded)
  }
  const loaded = [await keptAndDropped(), await keptAndDropped(), await keptAndDropped()]
  await turn()
  collectGarbage()
  // React itself remembers what it drew last
  expect(loaded.map((one) => one.deref() === undefined)).toEqual([true, true, expect.anything()])
})

/** What most visitors see alike, and one visitor with content of their own. */
function Mark({ drawn }: { drawn: string[] }) {
  const { name } = useOwn('greeting', nobody)
  return (
    <p>
      <Personal isOwn={name === 'Ada'}>
        <Said name={name} drawn={drawn} />
      </Personal>
      <Personal>
        <Said name={`${name}!`} drawn={drawn} />
        <Personal isOwn={false}>
          <i>in it</i>
        </Personal>
      </Personal>
    </p>
  )
}

function Said({ name, drawn }: { name: string; drawn: string[] }) {
  drawn.push(name)
  return <b>{name === 'Ada' ? name : 'as everybody'}</b>
}

test('where a visitor has nothing of their own, nothing is drawn for them, and there stands what stands there for nobody', async () => {
  const drawn: string[] = []
  const seen = (value: ComponentProps<typeof VisitProvider>['value']) => (
    <VisitProvider value={value}>
      <Mark drawn={drawn} />
    </VisitProvider>
  )
  const page = await keepPage(seen(new Everybody()))
  const nobodys = await page.fill(seen(new Nobody()))
  expect([...(nobodys?.values() ?? [])]).toEqual(['<b>as everybody</b>', ''])
  const visit = async (name: string) => {
    drawn.length = 0
    const holes = await page.fill(seen({ ...visitOf(name), inHole: visitOf(name) }))
    return [...(holes?.values() ?? [])]
  }
  expect(await visit('Bob')).toEqual([asForNobody, '<b>as everybody</b><!--$--><i>in it</i><!--/$-->'])
  expect(drawn).toEqual(['Bob!'])
  expect(await visit('Ada')).toEqual(['<b>Ada</b>', '<b>as everybody</b><!--$--><i>in it</i><!--/$-->'])
})

test('a part that says what is own and asks who is here is not known for nobody', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const seen = (value: ComponentProps<typeof VisitProvider>['value']) => (
    <VisitProvider value={value}>
      <Personal isOwn={false}>
        <Personal>
          <b>somebody</b>
        </Personal>
      </Personal>
    </VisitProvider>
  )
  const page = await keepPage(seen(new Everybody()))
  expect(await page.fill(seen(new Nobody()))).toBe(null)
  expect(said).toHaveBeenCalled()
})
