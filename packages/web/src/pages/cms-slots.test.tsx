// @vitest-environment jsdom
import type { ItemList } from '@lantern/contract/catalog/lists.ts'
import { readBlocks } from '@lantern/contract/cms/reading.ts'
import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CmsSlots } from '#cms/index.ts'
import type { Call } from '#kit/request.ts'
import { guestSession, type Session } from '#kit/session.tsx'
import { sampleCard } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { loadSlots, type SlotData } from './cms-slot-data.ts'
import { useCmsSlots } from './cms-slots.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const list: ItemList = {
  results: [{ id: 'ltu_1', type: 'tutorial' }],
  itemMap: { ltu_1: sampleCard() },
  statsMap: {},
  userMap: {},
  topicMap: {},
  criteria: {},
  page: 0,
  pageSize: 16,
  total: 40,
  learner: { collectMap: {}, boughtMap: {}, recordMap: {} },
}

/** What these blocks ask for, and what comes of it. */
async function load(kept: { kind: string; fields?: Record<string, unknown> }[], search = '') {
  const asked: unknown[] = []
  const call = async (route: string, { query }: { query?: unknown } = {}) => {
    asked.push([route, query])
    return route.endsWith('/topics') ? { topics: [] } : list
  }
  const { blocks } = readBlocks(kept.map(({ kind, fields = {} }, at) => ({ id: `bk_${at}`, kind, fields })))
  const data = await loadSlots({ call: call as unknown as Call, locale: 'zh_CN' }, blocks, new URLSearchParams(search))
  return { asked, data }
}

interface PageProps {
  data: SlotData
  draw(slots: CmsSlots): ReactNode
}

function Page({ data, draw }: PageProps) {
  return draw(useCmsSlots(data))
}

function showSlots(data: SlotData, draw: PageProps['draw'], session?: Session) {
  show(<Page data={data} draw={draw} />, session, { at: '/summer' })
}

const nothing: SlotData = { legs: null, lists: null }

test('blocks that need nothing of other domains ask for nothing', async () => {
  const { asked, data } = await load([{ kind: 'heading', fields: { value: '标题' } }, { kind: 'nav-bar' }])
  expect([asked, data]).toEqual([[], nothing])
})

test('a list is asked for once, as the address chooses it', async () => {
  const { asked } = await load(
    [
      { kind: 'catalog-list', fields: { list: 'advance' } },
      { kind: 'catalog-list', fields: { list: 'advance' } },
    ],
    'ob=recency&page=2',
  )
  expect(asked).toEqual([
    ['GET /api/learn/topics', undefined],
    [
      'GET /api/learn/catalog/list',
      {
        type: ['tutorial', 'project', 'course'],
        sl: ['intermediate', 'advanced'],
        ob: 'recency',
        page: 2,
        pageSize: 16,
      },
    ],
  ])
})

test('a list stands on the page of its block: filters and more lead there', async () => {
  const { data } = await load([{ kind: 'catalog-list', fields: { list: 'new' } }])
  showSlots(data, (slots) => slots.catalogList?.('new', true, 3))
  expect(await screen.findByRole('heading', { level: 3, name: '实时阴影' })).toBeTruthy()
  const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(addresses).toContain('/summer?sl=beginner')
  expect(addresses).toContain('/summer?page=1')
})

test('without filters the list is shown as it is', async () => {
  const { data } = await load([{ kind: 'catalog-list', fields: { list: 'new' } }])
  showSlots(data, (slots) => slots.catalogList?.('new', false, 2))
  expect(await screen.findByRole('heading', { name: '实时阴影' })).toBeTruthy()
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('the learning path has its three legs and no title of a page', async () => {
  const { data, asked } = await load([{ kind: 'learning-path' }])
  expect(asked).toHaveLength(3)
  showSlots(data, (slots) => slots.learningPath?.(2))
  expect(await screen.findAllByRole('heading', { level: 2 })).toHaveLength(3)
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
})

test('promo cards stand in their order; what has no data is left out', async () => {
  const tutorialMap = { a: { ...sampleCard(), id: 'a', title: '甲' }, b: { ...sampleCard(), id: 'b', title: '乙' } }
  showSlots(nothing, (slots) =>
    slots.tutorialCards?.({ tutorialMap, tutorialStats: {}, pageNumber: 1, pageSize: 20 }, ['b', 'none', 'a'], 3),
  )
  expect((await screen.findAllByRole('heading')).map(({ textContent }) => textContent)).toEqual(['乙', '甲'])
})

test('the cart is that of the person; a guest signs in first and comes back [CMS-040]', () => {
  const cart = (session?: Session) => {
    showSlots(nothing, (slots) => <a href={slots.cart?.href}>{'购物车'}</a>, session)
    const href = screen.getByRole('link').getAttribute('href')
    cleanup()
    return href
  }
  expect(cart()).toContain(encodeURIComponent('/summer'))
  const user = { id: 'u_ada', name: 'Ada' } as NonNullable<Session['user']>
  expect(cart({ ...guestSession(), user })).toBe('/personal/cart/u_ada')
})
