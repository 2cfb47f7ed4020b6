import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { isAlive, test } from './person.ts'

const holder = '13800000001'

test('somebody checks a badge file that they were given: it is valid, and with another name it proves nothing', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await signIn(context, holder)
  const { results } = await (await context.request.get('/api/learn/cn/certificate/mine')).json()
  await page.goto(`/certificate/${results[0].number}`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: '下载Open Badge' }).click()
  const badge = readFileSync(await (await downloading).path(), 'utf8')

  const stranger = await browser.newContext({ baseURL })
  const desk = await stranger.newPage()
  await desk.goto('/certificate/check')
  const check = async (text: string) => {
    await isAlive(desk.getByRole('button', { name: '核对', exact: true }))
    const file = { name: 'badge.json', mimeType: 'application/json', buffer: Buffer.from(text) }
    await desk.locator('input[type="file"]').setInputFiles(file)
  }
  const result = desk.getByRole('region', { name: '核对结果' })
  await check(badge)
  await expect(result.getByRole('heading', { name: '徽章有效' })).toBeVisible()
  const name = JSON.parse(badge).credentialSubject.identifier[0].identityHash
  await expect(result.getByText(name, { exact: true })).toBeVisible()
  await expect(result.getByText('由本站签发。')).toBeVisible()

  await check(badge.replace(JSON.stringify(name), '"顾听澜"'))
  await expect(result.getByRole('heading', { name: '不能作为证明' })).toBeVisible()
  await expect(result.getByText('签名对不上：签发后有人改过，比如姓名。')).toBeVisible()
  await check('{"name":"hello"}')
  await expect(
    result.getByText('这是别的凭证，不是Open Badge 3.0。').or(result.getByText('文件里没有徽章。')),
  ).toBeVisible()
  await stranger.close()
})
