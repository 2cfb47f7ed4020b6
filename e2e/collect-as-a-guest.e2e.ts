import { expect } from '@playwright/test'
import { enterByPhone, idOf, newPhone, test } from './person.ts'

test('a guest who collects signs in where they are, collects, and finds it among the collected, where it is begun [IDENT-065] [LEARN-004] [LEARN-015]', async ({
  page,
}) => {
  const title = '灯会场景：体积光与萤火粒子'
  const lesson = await idOf(page.request, 'tutorial', title)
  // as the cards of the site lead there
  await page.goto(`/tutorial/${lesson}?uv=6000.2`)
  const collect = page.getByRole('region', { name: `《${title}》学习进度` }).getByRole('button', { name: '收藏' })
  await collect.click()
  await expect(page.getByRole('dialog', { name: /登录/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(collect).toHaveAttribute('aria-pressed', 'false')

  await collect.click()
  const kept = page.waitForResponse(/cn\/collect\?/)
  await enterByPhone(page, newPhone())
  expect((await kept).status()).toBe(200)
  await expect(page.getByRole('button', { name: /的账号菜单$/ })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/tutorial/${lesson}`))
  await page.getByRole('dialog', { name: '完善资料' }).getByRole('button', { name: '以后再说' }).click()
  await expect(collect).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(collect).toHaveAttribute('aria-pressed', 'true')

  const course = '把光写进引擎'
  await page.goto(`/course/${await idOf(page.request, 'course', course)}?uv=6000.2`)
  const courseKept = page.waitForResponse(/cn\/collect\?/)
  const collectCourse = page.getByRole('main').getByRole('button', { name: /^收藏[\d,\s]*$/ })
  await collectCourse.click()
  expect((await courseKept).status()).toBe(200)

  await page.getByRole('contentinfo').getByRole('link', { name: '我的学习' }).click()
  await page.getByRole('link', { name: /^已收藏/ }).click()
  await expect(page.getByRole('main').getByRole('link', { name: course, exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: title, exact: true })).toBeVisible()

  const begun = page.waitForResponse(/cn\/record\?/)
  await page
    .getByRole('main')
    .getByRole('link', { name: `开始学习《${title}》` })
    .click()
  expect((await begun).status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('已学0%').filter({ visible: true }).first()).toBeVisible()
})

test('what needs an account asks a person who has one nothing, and signing in returns to where it was asked for [IDENT-004] [IDENT-064]', async ({
  page,
}) => {
  const lesson = await idOf(page.request, 'tutorial', '石阶的法线：一块石头磨出十年')
  await page.goto(`/auth/login?redirect_to=/tutorial/${lesson}`)
  await enterByPhone(page, newPhone())
  await expect(page).toHaveURL(new RegExp(`/tutorial/${lesson}$`))
  await page.getByRole('main').getByRole('button', { name: '开始学习' }).filter({ visible: true }).first().click()
  await expect(page.getByText('已学0%').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})
