import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import { createSealer, dataKeyOf } from '../packages/server/src/kit/sealing.ts'
import { enterElsewhere } from '../tools/visit.ts'
import { enterAsNew, isAlive, test } from './person.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const bellOf = (page: Page, name: string | RegExp) => page.getByRole('banner').getByRole('link', { name, exact: true })

async function violationsOf(page: Page) {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe: run } = window as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
    return (await run.run()).violations.map(({ id }) => id)
  })
}

/** Opens `path` for a member whose account was entered on another device a moment ago. */
async function afterNewDevice(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await enterElsewhere(page, 'phone')
  await expect
    .poll(async () => (await (await page.request.get('/api/learn/cn/notification/unread')).json()).unread)
    .toBe(1)
  await page.request.post(
    `/api/learn/cn/session/notice/read?_csrf=${encodeURIComponent((await (await page.request.get('/api/session')).json()).csrfToken)}`,
  )
  await page.goto(path)
}

test('the bell tells of a new device, by press and by key, and what was followed is read', async ({
  page,
  context,
}) => {
  await enterAsNew(context)
  await afterNewDevice(page, '/tutorials')
  await page.keyboard.press('Shift')
  const bell = bellOf(page, '通知，1条未读')
  await expect(bell).toBeVisible()
  const panel = page.getByRole('dialog', { name: '通知' })

  await bell.click()
  await expect(panel.getByRole('link', { name: /iPhone/ })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await bell.click()
  await expect(panel).toBeHidden()

  await bell.focus()
  await page.keyboard.press('Enter')
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bell).toBeFocused()

  await page.keyboard.press('Enter')
  await panel.getByRole('link', { name: /iPhone/ }).click()
  await expect(page).toHaveURL(/\/settings/)
  await expect(panel).toBeHidden()
  await expect(bellOf(page, '通知')).toBeVisible()
})

test('what happens while a page is open shows on its bell, and what is read on another device leaves it', async ({
  page,
  context,
}) => {
  await enterAsNew(context)
  const followed = page.waitForEvent('websocket')
  await page.goto('/tutorials')
  await page.keyboard.press('Shift')
  await (await followed).waitForEvent('framereceived', ({ payload }) => String(payload).includes('TOPIC_FOLLOWING'))
  await enterElsewhere(page, 'phone')
  await page.getByRole('alertdialog').getByRole('button').first().click()
  await expect(bellOf(page, '通知，1条未读')).toBeVisible()
  const { csrfToken } = await (await page.request.get('/api/session')).json()
  await page.request.post(`/api/learn/cn/notification/read?_csrf=${encodeURIComponent(csrfToken)}`, {
    data: { upTo: 'nt_z' },
  })
  await expect(bellOf(page, '通知')).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('the bell leads to a page where everything can be read and filtered', async ({ page, context }) => {
    await enterAsNew(context)
    await afterNewDevice(page, '/tutorials')
    await bellOf(page, '通知').click()
    await expect(page.getByRole('heading', { name: '通知', level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: /iPhone/ })).toBeVisible()
    const kind = page.getByRole('combobox', { name: '按种类' })
    const show = page.getByRole('button', { name: '只看这一种' })
    await kind.selectOption('资料审核结果')
    await show.click()
    await expect(page.getByRole('heading', { name: '还没有通知' })).toBeVisible()
    await kind.selectOption('所有种类')
    await show.click()
    await page.getByRole('button', { name: '全部已读' }).click()
    await page.getByRole('link', { name: '未读' }).click()
    await expect(page.getByRole('heading', { name: '没有未读的通知' })).toBeVisible()
  })
})

test('the page of notifications is one’s own and sound', async ({ page, context }) => {
  await page.goto('/notifications')
  await expect(page).toHaveURL(/\/auth\/login/)
  await enterAsNew(context)
  await afterNewDevice(page, '/notifications')
  await isAlive(page.getByRole('button', { name: '全部已读' }))
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: '全部已读' }).click()
  await expect(page.getByRole('button', { name: '全部已读' })).toBeHidden()
  await page.getByRole('link', { name: '未读' }).click()
  await expect(page.getByRole('heading', { name: '没有未读的通知' })).toBeVisible()
})

test('how one is told is chosen and kept, and a time that cannot be is said beside its field', async ({
  page,
  context,
}) => {
  await enterAsNew(context)
  await page.goto('/settings#tab_notifications')
  const mail = page.getByRole('combobox', { name: '资料审核结果，邮件' })
  await isAlive(mail)
  await expect(page.getByText('必收').first()).toBeVisible()
  await mail.selectOption({ label: '每天汇总' })
  await page.getByRole('checkbox', { name: '开启免打扰' }).check()
  await page.getByLabel('从', { exact: true }).fill('23:15')
  await page.getByLabel('到', { exact: true }).fill('23:15')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('开始和结束不能相同。')).toBeVisible()
  await expect(page.getByLabel('从', { exact: true })).toHaveValue('23:15')
  await expect(mail).toHaveValue('daily')
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('到', { exact: true }).fill('07:45')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('已保存')).toBeVisible()
  await page.reload()
  await expect(mail).toHaveValue('daily')
  await expect(page.getByLabel('到', { exact: true })).toHaveValue('07:45')
})

test('the link of a mail stops mails without a session: nothing when it is opened, at once when a mail program posts', async ({
  context,
  playwright,
  baseURL,
}) => {
  const id = await enterAsNew(context)
  const dataDir = process.env.SITE_DATA_DIR ?? ''
  const sealer = createSealer(dataKeyOf({ dataKey: undefined, dataDir }))
  const text = `${id} profile_reviewed`
  const signature = sealer.digest(text, 'notifications.unsubscribe').toString('base64url')
  const token = `${Buffer.from(text).toString('base64url')}.${signature}`
  const address = `/notifications/unsubscribe?token=${token}`
  const mailOf = async () => {
    const { kinds } = await (await context.request.get('/api/learn/cn/notification/preferences')).json()
    const kind = kinds.find((one: { kind: string }) => one.kind === 'profile_reviewed')
    return kind.channels.find((one: { channel: string }) => one.channel === 'mail').setting
  }
  const mailProgram = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  expect(await (await mailProgram.get(address)).text()).toContain('退订')
  expect(await mailOf()).toBe('now')
  const form = { 'List-Unsubscribe': 'One-Click' }
  expect((await mailProgram.post(address, { form })).status()).toBe(200)
  expect(await mailOf()).toBe('off')
  expect(await (await mailProgram.get(`${address}x`)).text()).toContain('这个退订链接无效')
  await mailProgram.dispose()
})
