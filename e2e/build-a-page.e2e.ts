import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { chooseCover, holdSaves, isSaved, write } from './authors.ts'
import { test } from './person.ts'

const admin = '13800000004'
const stamp = Date.now().toString(36)
const slug = `spring-${stamp}`

const form = (page: Page): Locator => page.getByRole('region', { name: '设置' })
const tree = (page: Page): Locator => page.getByRole('tree', { name: '页面结构' })
const preview = (page: Page): FrameLocator => page.frameLocator('iframe[title="预览"]')

/** Puts a block behind what is selected, found in the palette by its name. */
async function add(page: Page, kind: string, inside = false): Promise<void> {
  await page.getByRole('button', { name: '添加内容块' }).click()
  const palette = page.getByRole('dialog', { name: '添加内容块' })
  if (inside) await palette.getByText(/^放进/).click()
  await palette.getByRole('searchbox').fill(kind)
  await palette.getByRole('searchbox').press('Enter')
  await expect(form(page).getByRole('heading', { level: 2 })).toHaveText(kind)
}

async function fill(page: Page, label: RegExp, words: string): Promise<void> {
  await form(page).getByRole('textbox', { name: label }).first().fill(words)
}

async function select(page: Page, name: RegExp): Promise<void> {
  await tree(page).getByRole('treeitem', { name }).first().click()
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: /^发布/ }).click()
  const dialog = page.getByRole('dialog', { name: /^发布（/ })
  await dialog.getByRole('button', { name: /^(发布|仍然发布)$/ }).click()
  await expect(page.getByRole('dialog', { name: '已发布' })).toBeVisible()
  await page.getByRole('button', { name: '继续编辑' }).click()
}

async function begin(page: Page, language: string, from: string): Promise<void> {
  await page.getByRole('combobox', { name: '正在编辑的语言' }).selectOption({ label: `${language} · 未开始` })
  const dialog = page.getByRole('dialog', { name: `开始写${language}` })
  await dialog.getByRole('combobox').selectOption({ label: from })
  await dialog.getByRole('button', { name: '开始' }).click()
  await expect(page.getByRole('combobox', { name: '正在编辑的语言' })).toHaveValue(/./)
  await expect(dialog).toHaveCount(0)
}

/** The clock of the browser's time zone in a minute from now, as a date and time field takes it. */
function soon(): string {
  const at = new Date(Math.ceil((Date.now() + 20_000) / 60_000) * 60_000)
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .replace(' ', 'T')
}

test('a learning admin builds a page of ten kinds of blocks in three languages, and visitors get it', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000)
  await signIn(context, admin)
  await page.goto('/creator/dashboard')
  await page.getByRole('link', { name: '页面', exact: true }).click()
  await page.getByRole('button', { name: '新建页面' }).click()
  const create = page.getByRole('dialog', { name: '新建页面' })
  await create.getByRole('textbox', { name: '名称' }).fill(`春季活动 ${stamp}`)
  await create.getByRole('textbox', { name: '地址' }).fill(slug)
  await create.getByRole('button', { name: '新建页面' }).click()
  await expect(page).toHaveURL(/\/creator\/pages\/pg_\w+\?locale=zh_CN/, { timeout: 20_000 })
  const address = page.url()

  // ten kinds of blocks, one after the other
  await add(page, '首屏大图')
  await fill(page, /^大标题/, '把第一束光打进场景')
  await add(page, '标题')
  await fill(page, /^内容/, '春天一起学渲染')
  await add(page, '段落')
  await fill(page, /^内容/, '四周，每周一个小场景。')
  await add(page, '图块')
  await fill(page, /^标题/, '从灯光开始')
  await add(page, '提示框')
  await fill(page, /^标题/, '报名到四月底')
  await add(page, '常见问题')
  await fill(page, /^标题/, '要先会编程吗？')
  await write(page, '文字', '不用，从零开始。')
  await add(page, '引言')
  await fill(page, /^名称/, '周明澈')
  await add(page, '分隔线')
  await add(page, '摘要')
  await fill(page, /^标题/, '每周安排')
  await chooseCover(page)
  await form(page).getByRole('textbox', { name: '图片说明' }).fill('一张课程封面')
  await add(page, '容器')
  await add(page, '标题', true)
  await fill(page, /^内容/, '最后一段')
  await expect(page.getByText('11/500个内容块')).toBeVisible()

  // the preview shows it, and what is pressed in it is edited
  await expect(preview(page).getByRole('heading', { name: '把第一束光打进场景' })).toBeVisible()
  await expect(preview(page).getByText('四周，每周一个小场景。')).toBeVisible()
  await page.getByText('390', { exact: true }).click()
  await expect(page.locator('iframe[title="预览"]')).toHaveCSS('width', '390px')
  await preview(page).getByText('报名到四月底').click()
  await expect(form(page).getByRole('heading', { level: 2 })).toHaveText('提示框')

  // the keyboard sorts, taking back brings back
  const callout = tree(page).getByRole('treeitem', { name: /提示框/ })
  await callout.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(tree(page).getByRole('treeitem').nth(3)).toHaveAccessibleName(/提示框/)
  await page.keyboard.press('Control+z')
  await expect(tree(page).getByRole('treeitem').nth(4)).toHaveAccessibleName(/提示框/)

  // and dragging takes the rule into the container
  const grip = await tree(page)
    .getByRole('treeitem', { name: '分隔线' })
    .getByRole('button', { name: '拖动' })
    .boundingBox()
  const target = await tree(page).getByRole('treeitem', { name: '容器' }).boundingBox()
  if (!grip || !target) throw new Error('The tree is not on the screen')
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
  await page.mouse.down()
  await page.mouse.move(target.x + 80, target.y + target.height / 2, { steps: 8 })
  await page.mouse.up()
  await expect(tree(page).getByRole('treeitem', { name: '分隔线' })).toHaveAttribute('aria-level', '2')
  await isSaved(page)
  await page.keyboard.press('Control+s')

  // an empty field keeps it from visitors, and the fault leads there
  await select(page, /春天一起学渲染/)
  await fill(page, /^内容/, '')
  await page.getByRole('banner').getByRole('button', { name: /^发布/ }).click()
  await page
    .getByRole('dialog', { name: '发布（简体中文）' })
    .getByRole('button', { name: /还没有填写/ })
    .click()
  await expect(form(page).getByRole('textbox', { name: /^内容/ })).toBeFocused()
  await page.keyboard.type('春天一起学渲染')
  await publish(page)

  const guests = await browser.newContext({ baseURL, locale: 'zh-CN' })
  const visitor = await guests.newPage()
  await visitor.goto(`/${slug}`)
  await expect(visitor.getByRole('heading', { name: '把第一束光打进场景' })).toBeVisible()
  await expect(visitor.getByRole('heading', { name: '最后一段' })).toBeVisible()

  // English beside Chinese
  await begin(page, 'English', '简体中文')
  await expect(page).toHaveURL(/locale=en_US/)
  await page.getByRole('combobox', { name: '对照的语言' }).selectOption({ label: '对照简体中文' })
  await select(page, /春天一起学渲染/)
  await fill(page, /^内容/, 'Learn rendering this spring')
  await expect(form(page).getByText('春天一起学渲染')).toBeVisible()
  await publish(page)
  const english = await browser.newContext({ baseURL, locale: 'en-US' })
  const reader = await english.newPage()
  await reader.goto(`/${slug}`)
  await expect(reader.getByRole('heading', { name: 'Learn rendering this spring' })).toBeVisible()

  // Japanese comes by itself when its time has come; until then it is read under a preview link
  await begin(page, '日本語', '简体中文')
  await expect(page).toHaveURL(/locale=ja_JP/)
  await select(page, /春天一起学渲染/)
  await fill(page, /^内容/, 'この春、レンダリングを学ぼう')
  await isSaved(page)
  await page.getByRole('banner').getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '预览链接' }).click()
  await page.getByRole('button', { name: '生成链接' }).click()
  const link = await page.getByRole('dialog').getByRole('textbox', { name: '链接' }).inputValue()
  await page.keyboard.press('Escape')
  await reader.goto(link)
  await expect(reader.getByRole('heading', { name: 'この春、レンダリングを学ぼう' })).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: /定时发布/ }).click()
  const schedule = page.getByRole('dialog', { name: /定时发布/ })
  await schedule.getByLabel('时间').fill(soon())
  await expect(schedule.getByRole('combobox', { name: '时区' })).toHaveValue('Asia/Shanghai')
  await schedule.getByRole('button', { name: '安排' }).click()
  await expect(schedule.getByRole('button', { name: '取消安排' })).toBeVisible()
  await page.keyboard.press('Escape')

  // an old revision comes back, and is published again
  await page.goto(address)
  await select(page, /春天一起学渲染/)
  await fill(page, /^内容/, '写错了')
  await page.keyboard.press('Control+s')
  await isSaved(page)
  await page.getByRole('button', { name: '版本' }).click()
  const revisions = page.getByRole('dialog', { name: '版本' })
  await expect(revisions.getByText('写错了').first()).toBeVisible()
  await revisions.getByRole('listitem').filter({ hasText: '已发布' }).getByRole('button').first().click()
  await revisions.getByRole('button', { name: '恢复' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '恢复' }).click()
  await expect(tree(page).getByRole('treeitem', { name: /春天一起学渲染/ })).toBeVisible()
  await publish(page)

  const japanese = await browser.newContext({ baseURL, locale: 'ja-JP' })
  const learner = await japanese.newPage()
  await expect(async () => {
    await learner.goto(`/${slug}`)
    await expect(learner.getByRole('heading', { name: 'この春、レンダリングを学ぼう' })).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 150_000, intervals: [5000] })
  await Promise.all([guests.close(), english.close(), japanese.close()])
})

test('two tabs and a lost network: both texts stand, nothing is lost', async ({ page, context }) => {
  await signIn(context, admin)
  await page.goto('/creator/pages')
  await page.getByRole('button', { name: '新建页面' }).click()
  const create = page.getByRole('dialog', { name: '新建页面' })
  await create.getByRole('textbox', { name: '名称' }).fill(`两个人 ${stamp}`)
  await create.getByRole('textbox', { name: '地址' }).fill(`two-${stamp}`)
  await create.getByRole('button', { name: '新建页面' }).dblclick()
  await expect(page).toHaveURL(/locale=zh_CN/, { timeout: 20_000 })
  await add(page, '标题')
  await fill(page, /^内容/, '第一句')
  await page.keyboard.press('Control+s')
  await isSaved(page)

  const other = await context.newPage()
  await other.goto(page.url())
  const send = await holdSaves(page)
  await select(page, /第一句/)
  await fill(page, /^内容/, '我写的')

  await select(other, /第一句/)
  await fill(other, /^内容/, '另一个人写的')
  await other.keyboard.press('Control+s')
  await isSaved(other)
  await send()
  await page.getByRole('button', { name: '对比并合并' }).click()
  const compare = page.getByRole('dialog', { name: /处不同/ })
  await expect(compare.getByText('另一个人写的').first()).toBeVisible()
  await expect(compare.getByText('我写的').first()).toBeVisible()
  await compare.getByRole('button', { name: '尽量都保留' }).click()
  await compare.getByRole('button', { name: '保存合并结果' }).click()
  await isSaved(page)
  await expect(tree(page).getByRole('treeitem', { name: /我写的 .* 另一个人写的/ })).toBeVisible()

  // without a network the page goes on; the text is on this device and goes up when the network is back
  await context.setOffline(true)
  await fill(page, /^内容/, '断网时写的')
  await expect(page.getByRole('banner').getByText(/本机/)).toBeVisible()
  await context.setOffline(false)
  await isSaved(page)
  await page.reload()
  await expect(tree(page).getByRole('treeitem', { name: /断网时写的/ })).toBeVisible()
})
