import { expect } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { isAlive, test } from './person.ts'

const author = '13800000002'
const parts = ['客户端预测与回滚：按下就动', '十万粒子：把特效搬到计算着色器']

test('an author makes a bundle of own items with a description and a translation, loses nothing on the way, and readers find it', async ({
  context,
  page,
  browser,
  baseURL,
}) => {
  const slug = `set-${Date.now().toString(36)}`
  await signIn(context, author)
  await page.goto('/creator/bundles/new')
  const main = page.getByRole('main')
  const text = main.locator('[contenteditable=true]')
  await isAlive(main.getByRole('button', { name: '保存' }))
  await main.getByRole('textbox', { name: '名称' }).fill('动起来的两件套')
  await text.fill('先让手感跟上，再让画面热闹。')
  for (const part of parts) {
    await main.getByRole('combobox', { name: '添加内容' }).fill(part.slice(0, 4))
    await page.getByRole('option', { name: part }).click()
  }
  await main.getByRole('textbox', { name: '套装价（元）' }).fill('99')

  // what is not saved is there again
  await page.reload()
  await expect(main.getByText('你之前输入的内容保留在这台设备上，还没有保存。')).toBeVisible()
  await expect(text).toHaveText('先让手感跟上，再让画面热闹。')
  await main.getByRole('button', { name: '保存' }).click()
  const address = main.getByRole('textbox', { name: '网址的最后一段' })
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await address.fill(slug)

  await main.getByRole('combobox', { name: '文字语言' }).selectOption('en')
  await main.getByRole('button', { name: '从原文开始翻译' }).click()
  await main.getByRole('textbox', { name: '名称' }).fill('Two that move')
  await main.getByRole('button', { name: '移动十万粒子：把特效搬到计算着色器' }).press('Home')
  await main.getByRole('checkbox', { name: '公开出售' }).check()
  await main.getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL(/\/creator\/bundles\/bu_/)
  await page.reload()
  await expect(main.getByText(/还没有保存/)).toBeHidden()

  await main.getByRole('link', { name: '看套装页面' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '动起来的两件套' })).toBeVisible()
  await expect(main.getByText('先让手感跟上，再让画面热闹。')).toBeVisible()
  await expect(main.getByRole('region', { name: '里面有什么' }).getByRole('link')).toHaveText(parts.toReversed())
  const english = await browser.newContext({ baseURL, locale: 'en-US' })
  const reader = await english.newPage()
  await reader.goto(`/bundle/${slug}`)
  await expect(reader.getByRole('heading', { level: 1, name: 'Two that move' })).toBeVisible()
  await english.close()
})
