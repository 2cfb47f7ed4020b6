// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadAt, reloadPage } from '#kit/leave-page.ts'
import { samplePerson } from '#testing/samples.ts'
import { fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { SettingsPanel } from './settings-panel.tsx'

vi.mock('#kit/leave-page.ts', () => ({ goTo: vi.fn(), reloadPage: vi.fn(), reloadAt: vi.fn() }))

beforeEach(async () => {
  await prepareBrowser()
  vi.mocked(reloadAt).mockClear()
  vi.mocked(reloadPage).mockClear()
})
afterEach(cleanup)

const regionPath = '/api/changePreferredRegion'
const languagePath = '/api/changeLanguage'
const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
const open = () => show(<SettingsPanel />, { user: samplePerson(), region: '03' })

test('of two regions chosen one after the other the last one is kept, and the page is loaded anew once', async () => {
  const user = userEvent.setup()
  const { answer, give } = held<object>()
  const calls = fakeServer({ [regionPath]: ({ body }) => (body.regionRefId === '05' ? answer : {}) })
  open()
  await user.selectOptions(select('地区'), '05')
  expect(select('地区').value).toBe('05')
  await user.selectOptions(select('地区'), '06')
  await user.selectOptions(select('地区'), '07')
  await waitFor(() => expect(calls).toHaveLength(1))
  give({})
  await waitFor(() => expect(reloadPage).toHaveBeenCalled())
  expect(calls.map(({ body }) => body.regionRefId)).toEqual(['05', '07'])
  expect(reloadPage).toHaveBeenCalledTimes(1)
  expect(select('地区').value).toBe('07')
})

test('a region that could not be kept is not shown as if it were, and can be chosen again', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({})
  open()
  await user.selectOptions(select('地区'), '05')
  await waitFor(() => expect(select('地区').value).toBe('03'))
  expect(reloadPage).not.toHaveBeenCalled()
  await user.selectOptions(select('地区'), '05')
  await waitFor(() => expect(calls).toHaveLength(2))
})

test('back to the language that is spoken while another one is on its way: that is kept too', async () => {
  const user = userEvent.setup()
  const { answer, give } = held<object>()
  const calls = fakeServer({ [languagePath]: ({ body }) => (body.locale === 'en_US' ? answer : {}) })
  open()
  await user.selectOptions(select('语言'), 'en_US')
  await waitFor(() => expect(calls).toHaveLength(1))
  await user.selectOptions(select('语言'), 'zh_CN')
  give({})
  await waitFor(() => expect(calls.map(({ body }) => body.locale)).toEqual(['en_US', 'zh_CN']))
  expect(reloadAt).not.toHaveBeenCalled()
})
