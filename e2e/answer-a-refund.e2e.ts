import { orderNumber } from '@lantern/contract/commerce/order-number.ts'
import { expect, type Page } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { enterAsNew, isAlive, test } from './person.ts'

/** Buys the demo's bundle; answers the number of the order. */
async function buyBundle(page: Page): Promise<string> {
  await page.goto('/bundle/steady-frames')
  const add = page.getByRole('button', { name: '把《稳住每一帧》加入购物车' })
  await isAlive(add)
  await add.click()
  await page.getByRole('banner').getByRole('link', { name: '购物车，1件' }).click()
  await page.getByRole('textbox', { name: '姓名' }).fill('林知远')
  await page.getByRole('textbox', { name: '手机' }).fill('13800138000')
  await page.getByRole('textbox', { name: '邮箱' }).fill('lin@example.com')
  await page.getByRole('radio', { name: /演示支付/ }).check()
  await page.getByRole('button', { name: '提交订单，去支付' }).filter({ visible: true }).click()
  const pay = page.getByRole('link', { name: '去演示支付付款' })
  await expect(pay).toBeVisible()
  const [, orderId = ''] = /\/pay\/(od_\w+)/.exec(page.url()) ?? []
  await pay.click()
  await page.getByRole('button', { name: '付款成功', exact: true }).click()
  await expect(page.getByRole('heading', { name: '付款成功' })).toBeVisible()
  return orderId
}

test('a refund that a learner asks for reaches staff at once, and the answer reaches the open page of the learner', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const staffContext = await browser.newContext({ baseURL, locale: 'zh-CN' })
  await signIn(staffContext, '13800000004')
  const staff = await staffContext.newPage()
  await staff.goto('/admin/learn/refunds')
  await isAlive(staff.getByRole('main').locator('h1'))

  await enterAsNew(context)
  const orderId = await buyBundle(page)
  await page.goto(`/order/${orderId}`)
  const ask = page.getByRole('region', { name: '申请退款' })
  await isAlive(ask.getByRole('button'))
  for (const box of await ask.getByRole('checkbox').all()) await box.check()
  await ask.getByRole('textbox', { name: /补充说明/ }).fill('第二步打不开')
  await ask.getByRole('button', { name: '提交退款申请' }).click()
  await expect(page.getByText('退款申请提交了，处理后会通知你。')).toBeVisible()

  const request = staff.getByRole('listitem').filter({ hasText: orderNumber(orderId) })
  await expect(request.getByText('第二步打不开')).toBeVisible()
  await request.getByRole('button', { name: '通过所选' }).click()
  await expect(staff.getByText('退款通过了，学员已经看到结果。')).toBeVisible()
  await staff.getByRole('link', { name: `订单 ${orderNumber(orderId)}` }).click()
  await expect(staff.getByRole('cell', { name: '全部退款' })).toBeVisible()
  await expect(page.getByRole('article').getByText('已退款').first()).toBeVisible()
  await staffContext.close()
})

test('a receipt with a wrong tax number is refused with what was typed kept, and the right one comes as a PDF while the page is open [COM-036]', async ({
  page,
  context,
}) => {
  await enterAsNew(context)
  const orderId = await buyBundle(page)
  await page.goto(`/order/${orderId}`)
  const form = page.getByRole('region', { name: '申请发票' })
  await isAlive(form.getByRole('button'))
  await form.getByRole('combobox', { name: '抬头类型' }).selectOption('company')
  await form.getByRole('textbox', { name: '抬头' }).fill('杭州灯塔互动有限公司')
  await form.getByRole('textbox', { name: '税号' }).fill('91350100M000100Y44')
  await form.getByRole('textbox', { name: '邮箱' }).fill('cai@example.com')
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form.getByText('这个代码的校验位不对，可能有一位输错了。')).toBeVisible()
  await expect(form.getByRole('textbox', { name: '抬头' })).toHaveValue('杭州灯塔互动有限公司')
  await form.getByRole('textbox', { name: '税号' }).fill('91350100M000100Y43')
  await form.getByRole('button', { name: '提交' }).click()
  const link = page.getByRole('link', { name: '下载PDF' })
  await expect(link).toBeVisible()
  const file = await context.request.get((await link.getAttribute('href')) ?? '')
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
})
