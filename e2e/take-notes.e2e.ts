import { expect, type Locator, type Page } from '@playwright/test'
import { settled } from '../tools/visit.ts'
import { enterAsNew, idOf, isAlive, test } from './person.ts'

/** Opens a lesson as a new learner, at its first step. */
async function openLesson(page: Page): Promise<Locator> {
  const id = await idOf(page.context().request, 'tutorial', '卡通渲染：用一张渐变图做出手绘明暗')
  await page.goto(`/tutorial/${id}`)
  const step = page.locator('[data-step]').first()
  await isAlive(step.getByRole('button', { name: '写笔记' }))
  return step
}

/** Selects the paragraph as a person does who drags over it. */
async function select(paragraph: Locator): Promise<string> {
  return paragraph.evaluate((node) => {
    document.getSelection()?.selectAllChildren(node)
    return (node.textContent ?? '').trim()
  })
}

const highlights = (step: Locator) => step.locator('mark[data-note]')

test('a learner highlights and notes, finds it in my learning, takes it away and deletes it [CMTY-025] [CMTY-026] [CMTY-027]', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await enterAsNew(context)
  const step = await openLesson(page)
  const paragraph = step.locator('.prose > p').first()
  const text = await select(paragraph)
  const acts = page.getByRole('toolbar', { name: '笔记操作' })
  await acts.getByRole('button', { name: '划线' }).click()
  await expect(highlights(step).first()).toBeVisible()
  await expect(acts).toBeHidden()

  // the highlight is chosen by the keyboard and gets words
  await step.getByRole('button', { name: /^划线：/ }).focus()
  await page.keyboard.press('Enter')
  await acts.getByRole('button', { name: '写笔记' }).press('Enter')
  const words = `塔楼的影子 ${Date.now()}`
  await page.getByRole('textbox', { name: '笔记' }).fill(words)
  await page.getByRole('textbox', { name: '笔记' }).press('Control+Enter')
  await expect(page.getByText('笔记已修改')).toBeVisible()
  await page.reload()
  const note = step.getByRole('note', { name: '我的笔记' })
  await expect(note).toContainText(words)
  expect((await highlights(step).allTextContents()).join('')).toBe(text.replaceAll('\n', ''))

  await note.getByRole('button', { name: '修改笔记' }).click()
  await page.getByRole('checkbox', { name: '公开给读这一步的人' }).check()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('笔记已公开')).toBeVisible()
  const others = await browser.newContext({ baseURL, locale: 'zh-CN' })
  await others.addCookies(settled.map((cookie) => ({ ...cookie, url: baseURL ?? '' })))
  await enterAsNew(others)
  const other = await others.newPage()
  await (await openLesson(other)).getByRole('button', { name: /条公开笔记$/ }).click()
  await expect(other.getByText(words)).toBeVisible()
  await others.close()

  // without a network the note waits on this device
  await context.setOffline(true)
  await step.getByRole('button', { name: '写笔记' }).click()
  await page.getByRole('textbox', { name: '笔记' }).fill('断网时写的')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(step.getByText('等网络恢复后保存')).toBeVisible()
  await context.setOffline(false)
  await expect(step.getByRole('note').filter({ hasText: '断网时写的' })).toContainText('只有你能看到')

  const { user } = (await (await context.request.get('/api/session')).json()) as { user: { id: string } }
  await page.goto(`/u/${user.id}`)
  await page.getByRole('link', { name: '笔记', exact: true }).click()
  const list = page.getByRole('region', { name: '笔记' })
  await expect(list.getByText('2条笔记')).toBeVisible()
  await isAlive(list.getByRole('searchbox', { name: '在笔记里找' }))
  await list.getByRole('searchbox', { name: '在笔记里找' }).fill('塔楼')
  await list.getByRole('button', { name: '查找' }).click()
  await expect(list.getByText('1条笔记')).toBeVisible()
  const download = page.waitForEvent('download')
  await list.getByRole('link', { name: '导出为Markdown' }).click()
  expect((await download).suggestedFilename()).toBe('notes.md')

  await list.getByRole('button', { name: /^删除“/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('笔记已删除')).toBeVisible()
  await expect(list.getByText('没有找到笔记')).toBeVisible()
})

test('on a phone a note stands below its paragraph, inside of the screen', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAsNew(context)
  const step = await openLesson(page)
  await select(step.locator('.prose > p').first())
  await page.getByRole('toolbar', { name: '笔记操作' }).getByRole('button', { name: '写笔记' }).click()
  await page.getByRole('textbox', { name: '笔记' }).fill('先记下来')
  await page.getByRole('button', { name: '保存' }).click()
  const note = await step.getByRole('note', { name: '我的笔记' }).boundingBox()
  const paragraph = await step.locator('.prose > p').first().boundingBox()
  expect((note?.y ?? 0) - (paragraph?.y ?? 0)).toBeGreaterThanOrEqual(paragraph?.height ?? 0)
  expect((note?.x ?? 0) + (note?.width ?? 0)).toBeLessThanOrEqual(390)
})
