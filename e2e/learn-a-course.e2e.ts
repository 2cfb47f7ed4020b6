import { expect } from '@playwright/test'
import { enterAsNew, idOf, test } from './person.ts'

test('a learner goes through a course item by item, always inside the course, and comes back to it [SHELL-013]', async ({
  page,
  context,
}) => {
  await enterAsNew(context)
  const course = await idOf(page.request, 'course', '把光写进引擎')
  const main = page.getByRole('main')
  await page.goto(`/course/${course}`)
  await main.getByRole('button', { name: '开始学习' }).filter({ visible: true }).first().click()
  await main.getByRole('link', { name: '继续学习' }).first().click()

  await expect(page.getByRole('heading', { level: 1, name: '节点着色器入门：从一张噪声图开始' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`courseId=${course}`))
  const outline = page.getByRole('navigation', { name: '大纲' }).first()
  await expect(outline.getByRole('link', { name: /着色器小测/ })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: '把光写进引擎' })).toBeVisible()

  await main.getByRole('button', { name: '开始学习' }).filter({ visible: true }).first().click()
  await main.getByRole('button', { name: '全部标记为已完成' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /着色器小测/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/quiz/.*courseId=${course}`))

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: '节点着色器入门：从一张噪声图开始' })).toBeVisible()
  await page.getByRole('link', { name: '把光写进引擎' }).first().click()
  await expect(page).toHaveURL(/\/course\//)
  await expect(page.getByText('已学17%').filter({ visible: true }).first()).toBeVisible()
})

test('the next item of a course keeps the course, and the previous one leads back', async ({ page, context }) => {
  await enterAsNew(context)
  const course = await idOf(page.request, 'course', '把光写进引擎')
  const probes = await idOf(page.request, 'tutorial', '烘焙一次，亮一辈子：光照探针')
  await page.goto(`/tutorial/${probes}?courseId=${course}`)
  await page
    .getByRole('link', { name: /一束体积光/ })
    .last()
    .click()
  await expect(page).toHaveURL(new RegExp(`courseId=${course}`))
  await expect(page.getByRole('heading', { level: 1, name: /一束体积光/ })).toBeVisible()
  await page
    .getByRole('link', { name: /烘焙一次/ })
    .last()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /烘焙一次/ })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`courseId=${course}`))
})

test('what a project holds is opened inside of it [SHELL-012]', async ({ page }) => {
  await page.goto('/project/platformer-week')
  const project = await idOf(page.request, 'project', '一周做完一款平台跳跃')
  const outline = page.getByRole('navigation', { name: '大纲' }).first()
  const links = await outline.getByRole('link').all()
  expect(links.length).toBeGreaterThan(0)
  for (const link of links) await expect(link).toHaveAttribute('href', new RegExp(`projectId=${project}`))
  await outline.getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/tutorial/.*projectId=${project}`))
})
