// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeCall, fakeServer, held, prepareBrowser } from '#testing/show.tsx'
import type { CmsSlots } from '../slots.ts'
import { block, showBlocks } from '../testing/show-blocks.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const idsOf = (count: number) => Array.from({ length: count }, (_, at) => `ltu_${at}`)
const path = '/api/learn/cn/tutorialMap'
const nobody = { collectMap: {}, boughtMap: {}, recordMap: {} }
const failure = '获取数据失败，请稍后重试'

const list = (ids: readonly string[]) => (
  <ul>
    {ids.map((id) => (
      <li key={id}>{id}</li>
    ))}
  </ul>
)
const slots: CmsSlots = { tutorialCards: (_, ids) => list(ids), bundleCards: (_, ids) => list(ids) }
const cards = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const more = () => screen.queryByRole('button', { name: '加载更多' })

/** As the server counts: the first page is as long as it says, the others follow it with their own length. */
function mapOf({ query }: FakeCall, kind = 'tutorial') {
  const [pageNumber, pageSize] = [Number(query.get('pageNumber')), Number(query.get('pageSize'))]
  const from = pageNumber === 1 ? 0 : 20 + (pageNumber - 2) * pageSize
  const ids: string[] = JSON.parse(query.get('ids') ?? '[]')
  const map = Object.fromEntries(ids.slice(from, from + pageSize).map((id) => [id, { id, title: id }]))
  return { [`${kind}Map`]: map, [`${kind}Stats`]: {}, learner: nobody, pageNumber, pageSize }
}

async function showPromo(count: number, fields: object = {}) {
  const calls = fakeServer({ [path]: (sent) => mapOf(sent) })
  const shown = showBlocks([block('promo-cards', { name: '先学这几课', ids: idsOf(count), ...fields })], { slots })
  await act(async () => undefined)
  return { ...shown, calls }
}

const pressMore = async () => {
  const button = more()
  if (!button) throw new Error('no button')
  await act(async () => fireEvent.click(button))
}

test('promo cards show the tutorials of their ids under a name, with the way to more [CMS-034] [CMS-035]', async () => {
  await showPromo(3, { url: '/tutorials' })
  expect(screen.getByRole('heading', { name: '先学这几课' })).toBeTruthy()
  expect(cards()).toEqual(idsOf(3))
  expect(screen.getByRole('link', { name: /^查看更多/ }).getAttribute('href')).toBe('/tutorials')
})

test('on mount page 1 of size 20 is asked for, unless it came with the page [CMS-081]', async () => {
  const { calls } = await showPromo(3)
  expect(calls.map(({ query }) => Object.fromEntries(query))).toEqual([
    { ids: JSON.stringify(idsOf(3)), pageNumber: '1', pageSize: '20' },
  ])
  cleanup()
  const none = fakeServer({})
  const kept = block('promo-cards', { name: '先学这几课', ids: ['ltu_1'] })
  const map = { tutorialMap: { ltu_1: {} }, tutorialStats: {}, pageNumber: 1, pageSize: 20 }
  showBlocks([kept], { slots, data: { tutorials: { [kept.id]: map as never } } })
  expect(cards()).toEqual(['ltu_1'])
  expect(none).toEqual([])
})

test('load more asks for the next page of size 10 until all ids are there [CMS-036] [CMS-082] [CMS-083]', async () => {
  const { calls } = await showPromo(35)
  expect(cards()).toHaveLength(20)
  await pressMore()
  expect(cards()).toHaveLength(30)
  await pressMore()
  expect(cards()).toEqual(idsOf(35))
  expect(calls.map(({ query }) => [query.get('pageNumber'), query.get('pageSize')])).toEqual([
    ['1', '20'],
    ['2', '10'],
    ['3', '10'],
  ])
  expect(more()).toBeNull()
})

test('load more is there only with more than 4 ids and more of them than pages reach [CMS-083]', async () => {
  for (const [count, isThere] of [
    [3, false],
    [20, false],
    [21, true],
  ] as const) {
    await showPromo(count)
    expect([count, more() !== null]).toEqual([count, isThere])
    cleanup()
  }
})

test('two presses at once ask once', async () => {
  const { calls } = await showPromo(35)
  const next = held<object>()
  fakeServer({ [path]: () => next.answer })
  const button = more()
  if (!button) throw new Error('no button')
  fireEvent.click(button)
  fireEvent.click(button)
  const again = fakeServer({ [path]: (sent) => mapOf(sent) })
  await act(async () => next.give(mapOf({ path, query: calls[0]?.query ?? new URLSearchParams(), body: {} })))
  expect(again).toEqual([])
})

test('a block is rendered only when one of its ids has data [CMS-084]', async () => {
  fakeServer({ [path]: () => ({ tutorialMap: {}, tutorialStats: {}, pageNumber: 1, pageSize: 20 }) })
  showBlocks([block('promo-cards', { name: '先学这几课', url: '/tutorials', ids: idsOf(3) })], { slots })
  await act(async () => undefined)
  expect(screen.queryByText('先学这几课')).toBeNull()
  cleanup()
  fakeServer({
    '/api/learn/cn/bundleMap': () => ({ bundleMap: { lbu_2: { id: 'lbu_2' } }, pageNumber: 1, pageSize: 20 }),
  })
  showBlocks([block('bundle-cards', { name: '一起买', ids: ['lbu_1', 'lbu_2'] })], { slots })
  await act(async () => undefined)
  expect(cards()).toEqual(['lbu_2'])
})

test('a bundle block shows the cards of its bundles [CMS-037]', async () => {
  const calls = fakeServer({ '/api/learn/cn/bundleMap': (sent) => mapOf(sent, 'bundle') })
  showBlocks([block('bundle-cards', { name: '一起买', url: '/discount', ids: ['lbu_1', 'lbu_2'] })], { slots })
  await act(async () => undefined)
  expect(screen.getByRole('region', { name: '一起买' })).toBeTruthy()
  expect(cards()).toEqual(['lbu_1', 'lbu_2'])
  expect(calls[0]?.query.get('pageSize')).toBe('20')
})

test('where cards or bundles could not be had it says so and can be asked again [CMS-090]', async () => {
  for (const [kind, map] of [
    ['promo-cards', path],
    ['bundle-cards', '/api/learn/cn/bundleMap'],
  ] as const) {
    fakeServer({})
    showBlocks([block(kind, { name: '先学这几课', ids: ['id_1'] })], { slots })
    await act(async () => undefined)
    expect(screen.getByRole('alert').textContent).toContain(failure)
    fakeServer({ [map]: (sent) => mapOf(sent, kind === 'promo-cards' ? 'tutorial' : 'bundle') })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '重试' })))
    expect(cards()).toEqual(['id_1'])
    expect(screen.queryByText(failure)).toBeNull()
    cleanup()
  }
})

test('what failed on the server is said in the page that comes from it [CMS-090]', () => {
  const kept = block('promo-cards', { name: '先学这几课', ids: ['ltu_1'] })
  const calls = fakeServer({})
  showBlocks([kept], { slots, data: { tutorials: { [kept.id]: null } } })
  expect(screen.getByText(failure)).toBeTruthy()
  expect(calls).toEqual([])
})

test('cards that are there stay when more of them could not be had [CMS-090]', async () => {
  await showPromo(25)
  fakeServer({})
  await pressMore()
  expect(cards()).toHaveLength(20)
  expect(screen.getByText(failure)).toBeTruthy()
})

test('on /free, /new and /advance promo cards have extra padding, elsewhere not [CMS-006]', async () => {
  const roomy = async (at: string) => {
    fakeServer({ [path]: (sent) => mapOf(sent) })
    showBlocks([block('promo-cards', { name: '先学这几课', ids: idsOf(1) })], { slots, at })
    await act(async () => undefined)
    const isRoomy = screen.getByRole('region', { name: '先学这几课' }).className.includes('roomy')
    cleanup()
    return isRoomy
  }
  for (const at of ['/free', '/new', '/advance', '/free/']) expect([at, await roomy(at)]).toEqual([at, true])
  for (const at of ['/', '/discount', '/freedom']) expect([at, await roomy(at)]).toEqual([at, false])
})
