// @vitest-environment jsdom
import type { ListedWord } from '@lantern/contract/community/listed-terms.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Api, ApiError } from '#kit/api.ts'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { actOnWords, type WordsAnswer } from './terms-act.ts'
import { WordsPage } from './terms-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const listed: ListedWord[] = [
  { word: '低价卖号', act: 'hold', isLive: false, addedBy: '顾明' },
  { word: '代做作业', act: 'hold', isLive: true, addedBy: null },
]

const open = (answer?: WordsAnswer, words = listed) =>
  show(<WordsPage words={words} answer={answer} />, learnerSession(), { at: '/admin/learn/words' })

function apiThat(answer: (route: string) => unknown) {
  const sent: [string, unknown][] = []
  const call = async (route: string, input: { body: unknown }) => {
    sent.push([route, input.body])
    return answer(route)
  }
  return { api: { call: call as unknown as Api['call'], locale: 'zh_CN' } as const, sent }
}

function formWith(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

test('a word that is added shows its trial, and is put in force by a press of its own', async () => {
  const trial = { compared: 5000, met: 2, samples: ['诚信低价卖号'] }
  const { api, sent } = apiThat(() => ({ word: listed[0], trial }))
  open(await actOnWords(api, formWith({ did: 'try', word: ' 低价卖号 ', wordAct: 'hold' })))
  expect(sent).toEqual([['POST /api/learn/report/word', { word: '低价卖号', act: 'hold' }]])
  // the other one is the region of toasts
  const told = screen.getAllByRole('status').find((one) => one.textContent?.includes('低价卖号')) as HTMLElement
  expect(within(told).getByText('“低价卖号”会碰到最近5,000条消息里的2条。')).toBeTruthy()
  expect(within(told).getByText('诚信低价卖号')).toBeTruthy()
  expect(within(told).getByRole('button', { name: '生效' })).toBeTruthy()
  const [draft, live] = screen
    .getAllByRole('listitem')
    .filter((row) => within(row).queryByRole('button', { name: /移除/ }))
  expect(within(draft as HTMLElement).getByText('还没有生效')).toBeTruthy()
  expect(within(live as HTMLElement).queryByRole('button', { name: '生效' })).toBeNull()
  await actOnWords(api, formWith({ did: 'activate', word: '低价卖号' }))
  await actOnWords(api, formWith({ did: 'remove', word: '低价卖号' }))
  expect(sent.slice(1).map(([route]) => route)).toEqual([
    'POST /api/learn/report/word/activate',
    'POST /api/learn/report/word/remove',
  ])
})

test('a word that is not taken stays in the field with the reason', async () => {
  const { api } = apiThat(() => {
    const details = [{ field: 'word', message: '至少两个字或字母。' }]
    throw new ApiError(400, { code: 'bad_request', message: '', details })
  })
  open(await actOnWords(api, formWith({ did: 'try', word: '★', wordAct: 'mask' })))
  expect(screen.getByText('至少两个字或字母。')).toBeTruthy()
  expect((screen.getByRole('textbox', { name: '词' }) as HTMLInputElement).value).toBe('★')
  expect((screen.getByRole('combobox', { name: '作用' }) as HTMLSelectElement).value).toBe('mask')
})

test('an empty list says what that means', () => {
  open(undefined, [])
  expect(screen.getByRole('heading', { name: '词表是空的' })).toBeTruthy()
})
