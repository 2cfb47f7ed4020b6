import { expect, type Page } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { chooseCover, creator, holdSaves, isSaved, openTab, publish, saveState, write } from './authors.ts'
import { lessonViewCookie, test } from './person.ts'

const stamp = Date.now().toString(36)

/** Ends the page without a word: none of its scripts runs any more. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const opened = page.goto('chrome://crash').catch(() => undefined)
  await crashed
  await opened
  await page.close()
}

/** A draft with one step, made by hand as its author makes it. */
async function begin(page: Page, title: string): Promise<void> {
  await page.goto('/tutorial/0/new')
  await page.getByRole('textbox', { name: '标题' }).fill(title)
  await write(page, '简介', '写给刚开始做阴影的人。')
  await page.getByRole('combobox', { name: '语言' }).selectOption('zh')
  await chooseCover(page)
  // the first autosave makes it
  await openTab(page, /^步骤/)
  await expect(page).toHaveURL(/\/tutorial\/ltu_\w+\/edit/)
  await page.getByRole('combobox', { name: '难度' }).selectOption({ label: '初级' })
  await page.getByRole('button', { name: '添加正文步骤' }).click()
  await page.getByRole('textbox', { name: '步骤标题' }).fill('一束光')
  await write(page, '步骤正文', '先看一束光怎样落下。')
  await isSaved(page)
}

test('a creator writes a tutorial, loses the network, closes the page, comes back with everything, and publishes', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await signIn(context, creator)
  const title = `一束光 ${stamp}`
  await begin(page, title)

  // a second lab is refused before anything is asked of the server
  const addLab = page.getByRole('button', { name: '云实验', exact: true })
  await addLab.click()
  await page.getByRole('textbox', { name: '步骤标题' }).fill('调一调')
  await page.getByRole('textbox', { name: '实验地址' }).fill('https://lab.example.test/light')
  await addLab.press('Enter')
  await expect(page.getByText('一个教程最多只能有一个实验步骤。')).toBeVisible()
  await page.getByRole('button', { name: '知道了' }).click()

  // the lab goes first, by the keyboard alone
  const outline = page.getByRole('navigation', { name: '步骤', exact: true })
  await outline.getByRole('button', { name: '移动第2步' }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(outline.getByRole('listitem').first()).toContainText('调一调')
  await isSaved(page)

  await context.setOffline(true)
  await page.getByRole('textbox', { name: '步骤标题' }).fill('断网时改的标题')
  await page.keyboard.press('Tab')
  await expect(saveState(page)).toHaveText(/已存在本机/)
  const address = page.url()
  // a page that is closed leaves its last save to the browser, which sends it when the network is back
  await crash(page)
  await context.setOffline(false)

  const again = await context.newPage()
  await again.goto(address)
  await expect(again.getByRole('textbox', { name: '步骤标题' })).toHaveValue('调一调')
  await again.getByRole('button', { name: '查看并恢复' }).click()
  await expect(again.getByRole('dialog').getByText('断网时改的标题', { exact: true })).toBeVisible()
  await again.getByRole('dialog').getByRole('button', { name: '恢复', exact: true }).click()
  await expect(again.getByRole('textbox', { name: '步骤标题' })).toHaveValue('断网时改的标题')
  await isSaved(again)

  await openTab(again, /^详情/)
  await again.getByRole('button', { name: /^发布/ }).press('Enter')
  const missing = again.getByRole('dialog', { name: '还不能发布' })
  await missing.getByRole('button', { name: /请至少选择一个资源包、标签或主题。/ }).click()
  await expect(missing).toHaveCount(0)
  const topics = again.getByRole('combobox', { name: '主题' })
  await topics.click()
  await expect(again.getByRole('option').first()).toBeVisible()
  await topics.press('ArrowDown')
  await topics.press('Enter')
  const before = again.getByRole('combobox', { name: '先修内容' })
  await before.fill('实时阴影')
  await again
    .getByRole('option', { name: /实时阴影/ })
    .first()
    .click()
  const first = (await again.getByRole('list', { name: '先修内容' }).getByRole('listitem').textContent()) ?? ''
  await isSaved(again)
  const href = await publish(again)

  const learner = await browser.newContext({ baseURL })
  await learner.addCookies([lessonViewCookie(baseURL ?? '', 'whole')])
  const reading = await learner.newPage()
  await reading.goto(href)
  await expect(reading.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(reading.getByText('先看一束光怎样落下。')).toBeVisible()
  await expect(reading.getByRole('link', { name: '编辑' })).toHaveCount(0)
  // what its author asks to learn first leads there
  await reading.getByText('这一课的资料与说明').click()
  const prerequisite = reading.getByRole('region', { name: '先学这些' }).getByRole('link')
  expect(first).toContain((await prerequisite.textContent()) ?? '-')
  await expect(prerequisite).toHaveAttribute('href', /\/tutorial\//)
  await learner.close()

  // its author sees the way back, and what is changed now stays unseen until it is published
  await again.getByRole('dialog').getByRole('link', { name: '看看发布的页面' }).click()
  await expect(again.getByText('这是你可以编辑的内容。')).toBeVisible()
  await again.getByRole('link', { name: '编辑', exact: true }).click()
  await again.getByRole('textbox', { name: '标题' }).fill(`${title}（新）`)
  await again.getByRole('link', { name: '预览' }).click()
  await expect(again.getByRole('heading', { level: 1, name: `${title}（新）` })).toBeVisible()
  await expect(again.getByText('预览草稿，学习者还看不到。')).toBeVisible()
  await again.goto(href)
  await expect(again.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
})

test('two tabs write the same step: the second one is asked, and both texts stay', async ({ page, context }) => {
  await signIn(context, creator)
  await begin(page, `两个标签页 ${stamp}`)
  const other = await context.newPage()
  await other.goto(page.url())
  const body = '步骤正文'
  await expect(other.getByRole('textbox', { name: body })).toContainText('先看一束光怎样落下。')

  const send = await holdSaves(other)
  await other.getByRole('textbox', { name: body }).click()
  await other.keyboard.press('Control+End')
  await other.keyboard.press('Enter')
  await other.keyboard.type('第二个标签页写的。')

  await page.getByRole('textbox', { name: body }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('第一个标签页写的。')
  await page.keyboard.press('Control+s')
  await isSaved(page)
  await send()
  await expect(other.getByText(/保存了第\d+版，和你的修改有1处不同。/)).toBeVisible()
  await expect(other.getByRole('textbox', { name: body })).toContainText('第二个标签页写的。')
  await other.getByRole('button', { name: '对比并合并' }).click()
  const dialog = other.getByRole('dialog', { name: '1处不同' })
  await expect(dialog.getByText('第一个标签页写的。')).toBeVisible()
  await dialog.getByText('都保留', { exact: true }).click()
  await dialog.getByRole('button', { name: '保存合并结果' }).click()
  await isSaved(other)
  const merged = other.getByRole('textbox', { name: body })
  await expect(merged).toContainText('第一个标签页写的。')
  await expect(merged).toContainText('第二个标签页写的。')

  // every save is there, and the first one can be taken back
  await other.getByRole('button', { name: '版本', exact: true }).first().click()
  const revisions = other.getByRole('dialog', { name: '版本' })
  await expect(revisions.getByText('第二个标签页写的。')).toBeVisible()
  await revisions.getByRole('list').getByRole('button').last().click()
  await revisions.getByRole('button', { name: '恢复这一版' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: '恢复这一版' }).click()
  await expect(other.getByText(/已恢复到第\d+版。/)).toBeVisible()
})
