// @vitest-environment jsdom
import { cleanup, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reloadAt, reloadPage } from '#kit/leave-page.ts'
import {
  ada,
  footer,
  hidden,
  linkNames,
  menu,
  openShell,
  preloadShell,
  prepareShell,
  site,
} from './testing/open-shell.tsx'

vi.mock('#kit/leave-page.ts', () => ({ goTo: vi.fn(), reloadPage: vi.fn(), reloadAt: vi.fn() }))

let sent: Awaited<ReturnType<typeof prepareShell>> = []

beforeAll(preloadShell)
beforeEach(async () => {
  sent = await prepareShell()
  vi.mocked(reloadAt).mockClear()
  vi.mocked(reloadPage).mockClear()
})
afterEach(cleanup)

test('the footer leads to contact, terms, and the two documents as files [SHELL-042] [SHELL-044] [SHELL-045] [SHELL-046]', () => {
  openShell()
  const to = (name: string) => within(footer()).getByRole('link', { name }).getAttribute('href')
  expect(to('联系我们')).toBe('/contact')
  expect(to('服务条款')).toBe('/app/terms')
  expect(to('隐私政策')).toMatch(/\.pdf$/)
  expect(to('Cookie政策')).toMatch(/2024-07-05\.pdf$/)
})

test('the footer leads to the lists that the header has no room for [CMS-004] [CMS-005]', () => {
  openShell()
  const learn = within(footer()).getByRole('navigation', { name: '学习' })
  const to = (name: string) => within(learn).getByRole('link', { name }).getAttribute('href')
  expect([to('新内容'), to('进阶内容')]).toEqual(['/new', '/advance'])
})

test('the four filing records stand in the footer and the last has no link [SHELL-043]', () => {
  openShell()
  expect(linkNames(footer()).filter((name) => name?.startsWith('Record'))).toEqual([
    'Record one',
    'Record two',
    'Record three',
  ])
  expect(within(footer()).getByText('Record four').closest('a')).toBeNull()
})

test('the footer shows the picture of the app [SHELL-047]', () => {
  openShell()
  expect(within(footer()).getByRole('img', { name: /手机应用/ })).toBeDefined()
})

test('the language panel lists the languages and marks the one that is spoken [I18N-004]', async () => {
  openShell()
  const panel = menu('语言')
  const items = within(panel).getAllByRole('menuitemradio', hidden)
  expect(items.map((item) => item.textContent)).toEqual([
    '简体中文',
    'English',
    '日本語',
    '한국어',
    'Deutsch',
    'Español',
    'Français',
    'Português',
    'Русский',
  ])
  expect(items.map((item) => item.getAttribute('aria-checked')).indexOf('true')).toBe(0)
  await userEvent.setup().click(items[1] as HTMLElement)
  await waitFor(() => expect(reloadAt).toHaveBeenCalledTimes(1))
  expect(sent).toEqual([{ path: '/api/changeLanguage', body: { locale: 'en_US' } }])
})

test('the language that is spoken already is not asked for again, unless the address asks for another [I18N-008]', async () => {
  openShell()
  const spoken = within(menu('语言')).getAllByRole('menuitemradio', hidden)[0] as HTMLElement
  const user = userEvent.setup()
  await user.click(spoken)
  expect(sent).toEqual([])
  expect(reloadAt).not.toHaveBeenCalled()
  window.history.replaceState(null, '', '/faq?language=en&k=1')
  await user.click(spoken)
  await waitFor(() => expect(reloadAt).toHaveBeenCalledExactlyOnceWith('/faq?k=1'))
  expect(sent).toEqual([{ path: '/api/changeLanguage', body: { locale: 'zh_CN' } }])
  window.history.replaceState(null, '', '/')
})

test('the region panel lists the nine regions; choosing one is sent and reloads [SHELL-041] [SHELL-065]', async () => {
  openShell(site({ user: ada, region: '03' }))
  const panel = menu('地区')
  const items = within(panel).getAllByRole('menuitemradio', hidden)
  expect(items).toHaveLength(9)
  expect(new Set(items.map((item) => item.textContent)).size).toBe(9)
  expect(items.map((item) => item.getAttribute('aria-checked')).indexOf('true')).toBe(2)
  await userEvent.setup().click(items[6] as HTMLElement)
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
  expect(sent).toEqual([{ path: '/api/changePreferredRegion', body: { regionRefId: '07' } }])
})
