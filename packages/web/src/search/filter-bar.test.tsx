// @vitest-environment jsdom
import { emptyCriteria } from '@lantern/contract/search/criteria.ts'
import type { FilterBarVariant } from '@lantern/contract/search/filter-bars.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Session } from '#kit/session.tsx'
import { held, prepareBrowser, show } from '#testing/show.tsx'
import { FilterBar } from './filter-bar.tsx'

beforeEach(prepareBrowser)

const data = {
  topics: [{ id: 'lighting', type: 'topic' as const, name: '光照' }],
  industries: [{ id: 'games', type: 'industry' as const, name: '游戏' }],
  versions: ['2022.3', '6000.0'],
}

function open(
  variant: FilterBarVariant,
  more: Partial<ReturnType<typeof emptyCriteria>> = {},
  session: Partial<Session> = {},
) {
  const criteria = { ...emptyCriteria(), query: '阴影', ...more }
  return show(
    <FilterBar variant={variant} criteria={criteria} typeCounts={{ tutorial: 3, quiz: 1 }} data={data} />,
    session,
  )
}

test('what a bar does not ask for is kept when one of its filters is chosen', async () => {
  const user = userEvent.setup()
  const { address } = open('submission', { skillLevel: ['advanced'], type: ['quiz'], orderBy: 'recency' })
  await user.selectOptions(screen.getByRole('combobox', { name: '主题' }), 'lighting')
  expect(address()).toBe('/search?k=["query:阴影","tag:lighting","type:quiz"]&sl=advanced&ob=recency')
})

test('what is chosen while the results of another choice are on their way is added to it', async () => {
  const user = userEvent.setup()
  const criteria = { ...emptyCriteria(), query: '阴影', skillLevel: ['advanced' as const] }
  const { router } = show(
    <FilterBar variant="search" criteria={criteria} typeCounts={{ tutorial: 3 }} data={data} />,
    {},
    {
      routes: [{ path: '/search', loader: () => held<null>().answer, element: <p>结果</p> }],
    },
  )
  const wanted = () => {
    const { location } = router.state.navigation
    return new URLSearchParams(location?.search)
  }
  const topic = screen.getByRole<HTMLSelectElement>('combobox', { name: '主题' })
  await user.selectOptions(topic, 'lighting')
  await user.click(screen.getByRole('link', { name: /教程/ }))
  expect(JSON.parse(wanted().get('k') ?? '')).toEqual(['query:阴影', 'tag:lighting', 'type:tutorial'])
  await user.click(screen.getByRole('link', { name: '去掉条件：高级' }))
  await user.selectOptions(screen.getByRole('combobox', { name: '排序' }), 'recency')
  expect(JSON.parse(wanted().get('k') ?? '')).toEqual(['query:阴影', 'tag:lighting', 'type:tutorial'])
  expect([wanted().get('sl'), wanted().get('ob')]).toEqual([null, 'recency'])
  // the same control, with the focus it had
  expect([topic.isConnected, topic.value]).toEqual([true, 'lighting'])
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: '难度' }).value).toBe('')
})

test('the types stand as tabs with how many there are of each, and none leads to an empty page', () => {
  open('search')
  const tabs = within(screen.getByRole('navigation', { name: '类型' }))
  expect(tabs.getAllByRole('link').map((link) => link.textContent)).toEqual(['全部 4', '教程 3', '测验 1'])
  expect(decodeURIComponent(tabs.getByRole('link', { name: /测验/ }).getAttribute('href') ?? '')).toBe(
    '/search?k=["query:阴影","type:quiz"]',
  )
})
