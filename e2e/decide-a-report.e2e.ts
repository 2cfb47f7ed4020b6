import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { ownAddress, settled, signIn } from '../tools/visit.ts'
import { enterAsNew, idOf, isAlive, post, test } from './person.ts'

async function anotherContext(browser: Browser, baseURL = ''): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, locale: 'zh-CN', extraHTTPHeaders: ownAddress() })
  await context.addCookies(settled.map((cookie) => ({ ...cookie, url: baseURL })))
  return context
}

/** A new learner who has begun the lesson, on the page of its discussion. */
async function inDiscussion(context: BrowserContext, page: Page): Promise<void> {
  await enterAsNew(context)
  const id = await idOf(context.request, 'tutorial', '卡通渲染：用一张渐变图做出手绘明暗')
  await post(context.request, '/api/learn/cn/record', { id, type: 'tutorial' })
  await page.goto(`/messages/c/${id}`)
}

const toldOf = async (page: Page, title: string) => {
  await expect
    .poll(async () => {
      await page.goto('/notifications')
      return page.getByRole('main').getByText(title).count()
    })
    .toBeGreaterThan(0)
}

test('two people talk, a third reports, a moderator decides and undoes, and everyone concerned is told [CMTY-007] [CMTY-009]', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const [second, third, staff] = await Promise.all([1, 2, 3].map(() => anotherContext(browser, baseURL)))
  if (!second || !third || !staff) throw new Error('no context')
  const [asker, reporter, moderator] = [await second.newPage(), await third.newPage(), await staff.newPage()]
  await inDiscussion(second, asker)
  await inDiscussion(context, page)
  const advert = `专业外包价格可谈 ${Date.now()}`
  const field = page.getByRole('textbox', { name: '写下你的问题或发现' })
  await isAlive(field)
  await field.fill(advert)
  await page.getByRole('button', { name: '发布' }).click()
  const seen = asker.getByRole('article').filter({ hasText: advert })
  await expect(seen).toBeVisible()

  await inDiscussion(third, reporter)
  const reported = reporter.getByRole('article').filter({ hasText: advert })
  const menu = reported.getByRole('button', { name: /更多操作$/ })
  await isAlive(menu)
  await menu.click()
  await reporter.getByRole('menuitem', { name: '举报', exact: true }).press('Enter')
  const dialog = reporter.getByRole('dialog', { name: /^举报/ })
  await dialog.getByRole('radio', { name: '广告推销' }).check()
  await dialog.getByRole('button', { name: '提交举报' }).click()
  await expect(dialog).toBeHidden()

  await signIn(staff, '13800000003')
  await moderator.goto('/admin/learn/moderation')
  await moderator.getByRole('link', { name: new RegExp(advert) }).click()
  // another case stands there until this one is read
  await expect(moderator).toHaveURL(/case=/)
  const verdict = moderator.getByRole('complementary', { name: '处理' })
  await expect(moderator.getByRole('main').getByText(advert).last()).toBeVisible()
  await isAlive(verdict.getByRole('checkbox', { name: /禁言/ }))
  await verdict.getByRole('checkbox', { name: /禁言/ }).check()
  await verdict.getByRole('button', { name: '隐藏、禁言3天' }).click()
  await expect(moderator.getByText('举报成立，处理已生效。')).toBeVisible()
  // the page of the discussion is open all the time
  await expect(asker.getByText('版主隐藏了这条消息：广告推销。回复保留。').first()).toBeVisible()
  await expect(asker.getByText(advert)).toHaveCount(0)

  await toldOf(reporter, '你的举报成立')
  await page.goto('/moderation')
  await expect(page.getByText('你只能阅读，不能发言')).toBeVisible()
  const appeal = `这是课程作业的示例文字 ${Date.now()}`
  await page.getByRole('textbox', { name: '为什么应当撤销' }).fill(appeal)
  await page.getByRole('button', { name: '提交申诉' }).click()
  await expect(page.getByText('申诉处理中')).toBeVisible()

  await moderator.goto('/admin/learn/moderation?status=appealed')
  await moderator.getByRole('link', { name: new RegExp(advert) }).click()
  await expect(moderator.getByText(appeal)).toBeVisible()
  await verdict.getByRole('button', { name: '申诉成立，撤销处理' }).click()
  await expect(moderator.getByText('处理已撤销，案件回到待处理。')).toBeVisible()
  await expect(asker.getByRole('article').filter({ hasText: advert })).toBeVisible()
  await toldOf(page, '版主撤销了对你的处理')
  await toldOf(reporter, '你的举报要重新处理')
  for (const one of [second, third, staff]) await one.close()
})
