import { type Browser, expect, type Page } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { creator, isSaved } from './authors.ts'
import { post, test } from './person.ts'

const admin = '13800000004'
const stamp = Date.now().toString(36)

/** Opens `address` in a second editor's browser. */
async function visit(browser: Browser, baseURL: string | undefined, phone: string, address: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'zh-CN' })
  await signIn(context, phone)
  const page = await context.newPage()
  await page.goto(address)
  return page
}

const also = (page: Page) => page.getByRole('banner').locator('[aria-live="polite"]')

test('two people who have one lesson open see each other, and what one saves stands before the other at once', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await signIn(context, creator)
  await page.goto('/tutorial/0/new')
  const title = page.getByRole('textbox', { name: '标题' })
  await title.fill(`两个人 ${stamp}`)
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL(/\/tutorial\/ltu_\w+\/edit/)
  await isSaved(page)
  await expect(also(page)).toHaveText('')

  const other = await visit(browser, baseURL, admin, page.url())
  await expect(also(page)).toHaveText(/^同时在编辑： ?何/)
  await expect(also(other)).toHaveText(/^同时在编辑： ?沈/)

  const theirs = other.getByRole('textbox', { name: '标题' })
  await theirs.fill(`两个人，改过 ${stamp}`)
  await other.keyboard.press('Control+s')
  await expect(title).toHaveValue(`两个人，改过 ${stamp}`)
  await expect(page.getByText(/保存了新的版本，现在显示的就是它。/)).toBeVisible()
  await isSaved(page)

  await other.context().close()
  await expect(also(page)).toHaveText('')
})

test('two editors of one page see each other, each language by itself', async ({ page, context, browser, baseURL }) => {
  await signIn(context, admin)
  const wish = { namespace: 'learn', slug: `together-${stamp}`, name: '一起写', locale: 'zh_CN' }
  const { id } = (await post(context.request, '/api/learn/creator/page', wish)) as { id: string }
  await page.goto(`/creator/pages/${id}`)
  await isSaved(page)

  const other = await visit(browser, baseURL, admin, page.url())
  await expect(also(page)).toHaveText(/^同时在编辑： ?你（另一个浏览器）$/)
  const title = (of: Page) => of.getByRole('region', { name: '设置' }).getByRole('textbox', { name: /^标题/ })
  await title(other).first().fill('一起写的标题')
  await other.keyboard.press('Control+s')
  await expect(title(page).first()).toHaveValue('一起写的标题')
  await other.context().close()
  await expect(also(page)).toHaveText('')
})
