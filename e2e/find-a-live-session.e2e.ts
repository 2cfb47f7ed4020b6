import { expect, type Page } from '@playwright/test'
import { enterAsNew, holdScripts, isAlive, test } from './person.ts'

interface Session {
  id: string
  title: string
  liveDetails: { startTime: string }
}

async function listed(page: Page, query: Record<string, string>): Promise<Session[]> {
  const answer = await page.request.get('/api/learn/cn/liveSession/list', { params: query })
  const { results, liveSessionMap } = (await answer.json()) as {
    results: string[]
    liveSessionMap: Record<string, Session>
  }
  return results.flatMap((id) => liveSessionMap[id] ?? [])
}

const titles = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading')
const titlesOf = (sessions: Session[]) => sessions.map(({ title }) => title)
const hours = ['0_480', '480_720', '720_960', '960_1200', '1200_1440']

test('sessions are found by hours of the day and keywords; another period clears the hours and keeps the words [LIVE-004]', async ({
  page,
}) => {
  const all = await listed(page, { period: 'previous' })
  const [session] = all
  const byHours = await Promise.all(hours.map((tod) => listed(page, { period: 'previous', tod })))
  const nth = byHours.findIndex((some) => some.some(({ id }) => id === session?.id))
  await page.goto('/live-calendar?tab=previous')
  await expect(titles(page)).toHaveText(titlesOf(all))
  const search = page.getByRole('search', { name: '搜索直播' })
  const select = search.getByRole('combobox', { name: '开始时间' })
  await isAlive(select)
  await select.selectOption(hours[nth] ?? '')
  await expect(page).toHaveURL(`/live-calendar?tab=previous&tod=${hours[nth]}`)
  await expect(titles(page)).toHaveText(titlesOf(byHours[nth] ?? []))

  await search.getByRole('searchbox').fill(session?.title ?? '')
  await search.getByRole('searchbox').press('Enter')
  await expect(titles(page)).toHaveText([session?.title ?? ''])
  await expect(page).toHaveURL(/tod=.*k=|k=.*tod=/)
  await page.reload()
  await expect(titles(page)).toHaveText([session?.title ?? ''])
  await expect(select).toHaveValue(hours[nth] ?? '')

  await page.getByRole('navigation', { name: '直播日历' }).getByRole('link', { name: '即将开始' }).click()
  await expect(page).toHaveURL(/tab=coming/)
  await expect(page).not.toHaveURL(/tod=/)
  await expect(search.getByRole('searchbox')).toHaveValue(session?.title ?? '')
  await expect(page.getByRole('heading', { name: '没有符合这些条件的内容' })).toBeVisible()
  await search.getByRole('link', { name: '清除筛选' }).click()
  await expect(titles(page)).toHaveText(titlesOf(await listed(page, { period: 'coming' })))

  await page.goto('/live-calendar?tab=previous&tod=morning&k=%7Bx')
  await expect(titles(page)).toHaveText(titlesOf(all))
})

test('a reminder that is pressed before its script has come is set', async ({ page, context }) => {
  await enterAsNew(context)
  const [session] = await listed(page, { period: 'coming' })
  const release = await holdScripts(page, '**/reminder-button*.js')
  await page.goto('/live-calendar?tab=coming')
  const main = page.getByRole('main')
  await isAlive(page.getByRole('search', { name: '搜索直播' }).getByRole('searchbox'))
  await main.getByRole('button', { name: `提醒我：${session?.title}` }).click()
  await expect(main.getByRole('heading', { level: 1, name: session?.title })).toBeVisible()
  // a wide page has the act beside the session as well, once that part is there
  const isSet = main.getByRole('button', { name: `已设提醒：${session?.title}` })
  await expect(isSet.first()).toHaveAttribute('aria-pressed', 'true')
  release()
})
