import { expect } from '@playwright/test'
import { messageTo } from '../tools/visit.ts'
import { enterAsNew, idOf, newPhone, post, test, ticks } from './person.ts'

test.use({ javaScriptEnabled: false })

test('without script a person reads, signs in, ticks steps, collects and takes a quiz', async ({ page }) => {
  const title = '灯会场景：体积光与萤火粒子'
  const lesson = await idOf(page.request, 'tutorial', title)
  const main = page.getByRole('main')
  await page.goto(`/tutorial/${lesson}`)
  await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(main.getByText('夜景最难的不是暗').first()).toBeVisible()
  await main.getByRole('button', { name: '开始学习' }).filter({ visible: true }).first().click()

  await expect(page).toHaveURL(/\/auth\/login\?/)
  const phone = newPhone()
  await page.getByRole('textbox', { name: '手机号' }).fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('已发送到')).toBeVisible()
  await page.getByRole('textbox', { name: '验证码' }).fill((await messageTo(page.request, phone)).code)
  await page.getByRole('checkbox').check()
  await main.getByRole('button', { name: '登录' }).click()
  await expect(page).toHaveURL(new RegExp(`/tutorial/${lesson}`))

  await main.getByRole('button', { name: '开始学习' }).filter({ visible: true }).first().click()
  await expect(main.getByText('已学0%').filter({ visible: true }).first()).toBeVisible()
  await ticks(page, false).first().click()
  await expect(ticks(page, true)).toHaveCount(1)
  await expect(main.getByText('已学25%').filter({ visible: true }).first()).toBeVisible()
  await ticks(page, true).first().click()
  await expect(ticks(page, true)).toHaveCount(0)
  await main.getByRole('button', { name: '收藏' }).last().click()
  await expect(main.getByRole('button', { name: '收藏' }).last()).toHaveAttribute('aria-pressed', 'true')

  await page.goto(`/quiz/${await idOf(page.request, 'quiz', 'Lantern light')}`)
  await main.getByRole('button', { name: '开始测验' }).click()
  await main.getByRole('radio', { name: '24', exact: true }).check()
  await main.getByRole('checkbox', { name: 'Perlin noise' }).check()
  await main.getByRole('checkbox', { name: 'A lifetime curve' }).check()
  await main.getByRole('button', { name: '提交答卷' }).click()
  await expect(main.getByText('通过了').first()).toBeVisible()
})

test('without script a person starts a course, finishes a lesson and starts it again after being asked', async ({
  page,
  context,
}) => {
  const main = page.getByRole('main')
  const button = (name: string) => main.getByRole('button', { name, exact: true }).filter({ visible: true }).first()
  const me = await enterAsNew(context)
  await page.goto(`/course/${await idOf(page.request, 'course', '从零做出第一款小游戏')}`)
  await button('开始学习').click()
  await expect(main.getByText('已学0%').filter({ visible: true }).first()).toBeVisible()

  const lesson = `/tutorial/${await idOf(page.request, 'tutorial', '灯会场景：体积光与萤火粒子')}`
  await page.goto(`${lesson}#lesson_end`)
  await button('全部标记为已完成').click()
  await button('重新学习').click()
  const question = main.getByRole('form', { name: '重新学习？' })
  await expect(question).toContainText('所有步骤会变回未完成')
  await question.getByRole('link', { name: '取消' }).click()
  await expect(main.getByRole('heading', { level: 1, name: '灯会场景：体积光与萤火粒子' })).toBeVisible()
  await expect(question).toHaveCount(0)

  // from the list of completed items the same question is asked on the lesson's page
  await page.goto(`/u/${me}?tab=completed`)
  await main.getByRole('button', { name: /^重新学习《灯会场景/ }).click()
  await question.getByRole('button', { name: '重新学习' }).click()
  await expect(main.getByRole('heading', { level: 1, name: '灯会场景：体积光与萤火粒子' })).toBeVisible()
  await expect(main.getByText('已学0%').filter({ visible: true }).first()).toBeVisible()
  await expect(ticks(page, true)).toHaveCount(0)
})

test('without script the search form, its filters and its pages work', async ({ page }) => {
  await page.goto('/')
  // a row of cards is moved by hand: its buttons answer by script alone
  await expect(page.locator('[data-scroller]').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^[上下]一组$/ })).toHaveCount(0)
  await page.getByRole('banner').getByRole('combobox').fill('光')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '搜索：光' })).toBeVisible()
  await page.getByRole('main').getByRole('combobox', { name: '难度' }).selectOption({ label: '初级' })
  await page.getByRole('main').getByRole('button', { name: '应用' }).click()
  await expect(page.getByRole('list', { name: '已选条件' })).toContainText('初级')
  await expect(page.getByRole('heading', { level: 1, name: '搜索：光' })).toBeVisible()
})

test('without script a person confirms an email address by the link in the message', async ({ page, context }) => {
  await enterAsNew(context)
  const email = `reader-${Date.now()}@mail.example`
  await post(page.request, '/api/learn/cn/email', { email })
  const [link = ''] = /http\S+/.exec((await messageTo(page.request, email)).text) ?? []
  await page.goto(link)
  await page.getByRole('button', { name: '确认是我的邮箱' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '邮箱已确认' })).toBeVisible()
})

test('without script the language of a page is chosen by a link, and nothing stands there that script alone answers', async ({
  page,
  context,
}) => {
  const deadControls = () =>
    page
      .locator('button[type="button"]:not([popovertarget]):visible, [role="radiogroup"] input:visible')
      .filter({ hasNot: page.locator('xpath=ancestor::form') })
      .count()
  const me = await enterAsNew(context)
  const lesson = await idOf(page.request, 'tutorial', '灯会场景：体积光与萤火粒子')
  for (const path of ['/', '/tutorials', '/search?q=光', `/tutorial/${lesson}`, `/u/${me}`, '/settings']) {
    await page.goto(path)
    expect(await deadControls(), path).toBe(0)
  }
  await page.goto('/search?q=光')
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('button', { name: /^语言/ }).click()
  await footer.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Search: 光' })).toBeVisible()
  // a link from there keeps it
  await page.getByRole('contentinfo').getByRole('link', { name: 'Tutorials', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tutorials' })).toBeVisible()
})
