import { expect } from '@playwright/test'
import { enterAsNew, idOf, post, test } from './person.ts'

test('a tutorial taken off home can be put back, and its progress stays either way', async ({ page, context }) => {
  await enterAsNew(context)
  const titles = ['石阶的法线：一块石头磨出十年', '灯会场景：体积光与萤火粒子']
  for (const title of titles) {
    const id = await idOf(page.request, 'tutorial', title)
    await post(page.request, '/api/learn/cn/record', { id, type: 'tutorial' })
  }
  const [first = '', last = ''] = titles
  await page.goto('/')
  const block = page.getByRole('region', { name: '继续学习' })
  await expect(block.getByRole('heading', { level: 3 })).toHaveText([last, first])

  await block.getByRole('button', { name: `不再跟踪《${last}》` }).click()
  await expect(block.getByRole('heading', { level: 3 })).toHaveText([first])
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(block.getByRole('heading', { level: 3 })).toHaveText([last, first])

  const kept = page.waitForResponse(/home-show/)
  await block.getByRole('button', { name: `不再跟踪《${last}》` }).click()
  await expect(page.getByRole('button', { name: '撤销' })).toBeVisible()
  await kept
  await page.reload()
  await expect(block.getByRole('heading', { level: 3 })).toHaveText([first])
  await block.getByRole('link', { name: '继续学习' }).click()
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible()
  await expect(page).toHaveURL(/\/tutorial\//)
})
