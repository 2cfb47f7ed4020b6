import { type BrowserContext, expect, type Page } from '@playwright/test'
import { ownAddress, settled } from '../tools/visit.ts'
import { enterAsNew, idOf, isAlive, post, tabTo, test } from './person.ts'

/** Enters as a new learner, begins the lesson and opens its channel. */
async function openChannel(context: BrowserContext, page: Page): Promise<void> {
  await enterAsNew(context)
  const id = await idOf(context.request, 'tutorial', '卡通渲染：用一张渐变图做出手绘明暗')
  await post(context.request, '/api/learn/cn/record', { id, type: 'tutorial' })
  await page.goto(`/messages/c/${id}`)
  await isAlive(page.getByRole('textbox', { name: '写下你的问题或发现' }))
}

test('a channel is read, answered and liked by the keyboard alone, and what others write is announced politely', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const others = await browser.newContext({ baseURL, locale: 'zh-CN', extraHTTPHeaders: ownAddress() })
  await others.addCookies(settled.map((cookie) => ({ ...cookie, url: baseURL ?? '' })))
  const other = await others.newPage()
  await openChannel(context, page)
  await openChannel(others, other)

  const question = `用键盘提问 ${Date.now()}`
  const field = page.getByRole('textbox', { name: '写下你的问题或发现' })
  await tabTo(page, field)
  await page.keyboard.type(question)
  await page.keyboard.press('Control+Enter')
  const onOther = other.getByRole('article').filter({ hasText: question })
  await expect(onOther).toBeVisible()

  await onOther.getByRole('link', { name: '回复' }).click()
  await other.getByRole('textbox', { name: /^回复/ }).fill('用鼠标回答')
  await other.getByRole('button', { name: '回复' }).click()
  const answer = page.getByRole('article').filter({ hasText: '用鼠标回答' }).last()
  await expect(answer).toBeVisible()
  // said once it is there, without taking the focus from where one writes
  await expect(page.getByRole('status').filter({ hasText: '发了新消息' })).toBeAttached()
  await expect(field).toBeFocused()

  const like = answer.getByRole('button', { name: /^赞/ })
  await tabTo(page, like)
  await page.keyboard.press('Enter')
  await expect(like).toHaveAttribute('aria-pressed', 'true')

  const menu = answer.getByRole('button', { name: /更多操作$/ })
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: '引用' }).filter({ visible: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()

  const reply = page.getByRole('article').filter({ hasText: question }).first().getByRole('link', { name: '回复' })
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await tabTo(page, reply)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: /^回复/ })).toBeFocused()
  await page.keyboard.type('收到')
  await page.keyboard.press('Control+Enter')
  await expect(other.getByRole('article').filter({ hasText: '收到' }).last()).toBeVisible()
  await others.close()
})
