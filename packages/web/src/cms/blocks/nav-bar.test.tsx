// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBrowser } from '#testing/show.tsx'
import type { CmsSlots } from '../slots.ts'
import { block, picture, showBlocks } from '../testing/show-blocks.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const items = [
  {
    title: '教程',
    url: '/tutorials',
    subs: [
      { title: '入门', url: '/tutorials?sl=beginner' },
      { title: '文档', url: 'https://docs.example/' },
    ],
  },
  { title: '课程', url: '/courses' },
]
const slots: CmsSlots = {
  searchBox: () => <input type="search" aria-label="搜索" />,
  cart: (draw) => draw({ href: '/personal/cart/u_1', count: 3 }),
}

const showBar = (fields: object = {}, filled = slots) =>
  showBlocks([block('nav-bar', { items, ...fields })], { slots: filled })
const nav = () => screen.getByRole('navigation', { name: '页面菜单' })
/** The wide screen's menus; the other ones are those of narrow screens. */
const subMenu = () => within(nav()).getAllByText('教程')[0]?.closest('details') as HTMLDetailsElement

test('menus have a title, an address and sub-menus, which open to their links [CMS-038] [CMS-068]', () => {
  showBar()
  const courses = within(nav()).getAllByRole('link', { name: '课程' })[0]
  expect(courses?.getAttribute('href')).toBe('/courses')
  expect(subMenu().open).toBe(false)
  const links = [...subMenu().querySelectorAll('a')]
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.target])).toEqual([
    ['全部教程', '/tutorials', ''],
    ['入门', '/tutorials?sl=beginner', ''],
    ['文档（在新标签页打开）', 'https://docs.example/', '_blank'],
  ])
})

test('an open sub-menu closes on Escape, on a press elsewhere and when the focus goes on', () => {
  showBar()
  const menu = subMenu()
  const closesOn = (act: () => void) => {
    menu.open = true
    act()
    return !menu.open
  }
  const link = menu.querySelector('a') as HTMLElement
  expect(closesOn(() => fireEvent.keyDown(link, { key: 'Escape' }))).toBe(true)
  expect(document.activeElement).toBe(menu.querySelector('summary'))
  expect(closesOn(() => fireEvent.pointerDown(document.body))).toBe(true)
  expect(closesOn(() => fireEvent.pointerDown(link))).toBe(false)
  const next = within(nav()).getAllByRole('link', { name: '课程' })[0]
  expect(closesOn(() => fireEvent.focusOut(link, { relatedTarget: next }))).toBe(true)
})

test('the bar has a search box [CMS-039]', () => {
  showBar()
  expect(screen.getByRole('searchbox', { name: '搜索' })).toBeTruthy()
  cleanup()
  showBar({ showSearch: false })
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('the cart icon leads to the cart and says how much lies in it [CMS-040]', () => {
  showBar()
  const cart = screen.getByRole('link', { name: '购物车，3件' })
  expect(cart.getAttribute('href')).toBe('/personal/cart/u_1')
  cleanup()
  showBar({}, { cart: (draw) => draw({ href: '/personal/cart/u_1', count: null }) })
  expect(screen.getByRole('link', { name: '购物车' })).toBeTruthy()
  cleanup()
  showBar({ showCart: false })
  expect(screen.queryByRole('link', { name: /^购物车/ })).toBeNull()
})

test('its logo leads home', () => {
  showBar({ logo: picture('img_1', '引擎课堂') })
  expect(screen.getByRole('link', { name: '引擎课堂' }).getAttribute('href')).toBe('/')
})

test('a menu that leads nowhere is left out', () => {
  showBar({ items: [{ title: '空' }, { title: '半空', subs: [{ title: '没有地址' }] }, items[1]] })
  expect(within(nav()).queryByText(/空/)).toBeNull()
})

test('the mobile menu shows all its entries behind one button [CMS-051]', () => {
  showBlocks([block('mobile-menu', { items })])
  const menu = within(screen.getByRole('navigation', { name: '手机菜单' }))
  const sheet = menu.getByText('菜单').closest('details') as HTMLDetailsElement
  expect(sheet.open).toBe(false)
  expect([...sheet.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/tutorials',
    '/tutorials?sl=beginner',
    'https://docs.example/',
    '/courses',
  ])
})

test('navs stand in a row or, with what belongs to each, in a column [CMS-054]', () => {
  for (const look of ['row', 'column']) {
    showBlocks([block('navs', { look, items })])
    const links = within(screen.getByRole('navigation')).getAllByRole('link')
    expect([look, links.length]).toEqual([look, 4])
    expect([look, screen.queryAllByRole('list').length]).toEqual([look, look === 'row' ? 1 : 2])
    cleanup()
  }
})
