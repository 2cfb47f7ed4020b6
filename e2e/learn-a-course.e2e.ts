import { expect } from '@playwright/test'
import { enterAsNew, idOf, post, test } from './person.ts'

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

test('the last part of a project or course opens its summary, also on a page of its own [LEARN-044] [IDENT-030]', async ({
  page,
  context,
}) => {
  await enterAsNew(context)
  const project = '一周做完一款平台跳跃'
  const course = '从零做出第一款小游戏'
  const begin = async (type: string, title: string) =>
    post(page.request, '/api/learn/cn/record', { id: await idOf(page.request, type, title), type })
  await begin('project', project)
  await begin('course', course)
  const lessons = [
    ...['第一款平台跳跃：瓦片地图与手感', '镜头会说话：跟随、推拉与曲线路径', '角色状态机：别再写一屏的判断'],
    ...['自适应界面：锚点、拉伸与安全区', '让敌人自己找路：导航网格基础'],
  ]
  for (const title of lessons) {
    const id = await idOf(page.request, 'tutorial', title)
    await post(page.request, '/api/learn/cn/record/tutorial', { id, type: 'tutorial', completed: true })
  }
  const check = await idOf(page.request, 'quiz', '寻路与决策小测')
  for (const completed of [false, true]) {
    await post(page.request, '/api/learn/cn/record/quiz', { id: check, type: 'quiz', completed })
  }
  const summary = page.getByRole('dialog', { name: '学完了！' })
  const name = page.getByRole('dialog', { name: '实名认证' })
  page.on('dialog', (question) => question.accept())

  await page.goto(`/quiz/${await idOf(page.request, 'quiz', 'C#脚本小测：每帧零分配')}`)
  await page.getByRole('button', { name: '开始测验' }).click()
  await page
    .getByRole('button', { name: /提交答卷|去提交/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '提交', exact: true }).click()
  await expect(summary).toContainText(`《${project}》`)
  await summary.getByRole('button', { name: '先不评价' }).click()
  await name.getByRole('button', { name: '暂时不要' }).click()
  await expect(name).toBeHidden()

  await page.goto(`/tutorial/${await idOf(page.request, 'tutorial', '听得见方向：空间音频三件事')}`)
  await page.getByRole('main').getByRole('button', { name: '开始学习' }).filter({ visible: true }).first().click()
  await page.getByRole('main').getByRole('button', { name: '全部标记为已完成' }).click()
  await expect(summary).toContainText('听得见方向')
  await summary.getByRole('button', { name: '先不评价' }).click()
  await expect(summary).toContainText(`《${course}》`)
  await summary.getByRole('button', { name: '先不评价' }).click()
  await expect(name).toBeVisible()
})
