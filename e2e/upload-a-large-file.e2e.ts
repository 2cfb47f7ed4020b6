import { createHash, randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { isAlive, test } from './person.ts'

const creator = '13800000002'
const patches = '**/api/learn/attachment/resumable/at_*'

function bigFile(name: string) {
  const buffer = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(18 * 1024 * 1024)])
  return {
    file: { name, mimeType: 'application/pdf', buffer },
    hash: createHash('sha256').update(buffer).digest('hex'),
  }
}

/** Two pieces come through, then the line is dead until the answer is called. */
async function loseNetworkInTheMiddle(page: Page): Promise<() => Promise<void>> {
  let left = 2
  await page.route(patches, (route) => {
    if (route.request().method() === 'PATCH' && left-- > 0) return route.continue()
    return route.abort('internetdisconnected')
  })
  return async () => {
    await page.unroute(patches)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
  }
}

async function hashOf(page: Page, name: string): Promise<string> {
  const { results } = await (
    await page.request.get('/api/learn/creator/attachment/list', { params: { q: name } })
  ).json()
  const bytes = await (await page.request.get(results[0].url)).body()
  return createHash('sha256').update(bytes).digest('hex')
}

test('an upload that loses the network waits, goes on by itself and is in the library byte for byte', async ({
  page,
  context,
}) => {
  const name = `网络断开-${Date.now()}.pdf`
  const { file, hash } = bigFile(name)
  await signIn(context, creator)
  await page.goto('/creator/media', { waitUntil: 'networkidle' })
  const bringBack = await loseNetworkInTheMiddle(page)
  const input = page.locator('input[data-upload]')
  await isAlive(input)
  await input.setInputFiles(file)
  const row = page.getByRole('region', { name: '上传进度' }).getByRole('listitem').filter({ hasText: name })
  await expect(row.getByText(/网络断开了，恢复后会从\d+%接着传/)).toBeVisible()
  await bringBack()
  await expect(row.getByText('已完成')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: `查看${name}` })).toBeVisible()
  expect(await hashOf(page, name)).toBe(hash)
})

test('an upload goes on after the page was closed, with the same file chosen again', async ({ page, context }) => {
  const name = `重新打开-${Date.now()}.pdf`
  const { file, hash } = bigFile(name)
  await signIn(context, creator)
  await page.goto('/creator/media', { waitUntil: 'networkidle' })
  await loseNetworkInTheMiddle(page)
  const input = page.locator('input[data-upload]')
  await isAlive(input)
  await input.setInputFiles(file)
  await expect(page.getByText(/网络断开了，恢复后会从\d+%接着传/)).toBeVisible()
  await page.close({ runBeforeUnload: false })

  const again = await context.newPage()
  let sent = 0
  again.on('request', (request) => {
    if (request.method() === 'PATCH') sent++
  })
  await again.goto('/creator/media', { waitUntil: 'networkidle' })
  const left = again.getByRole('region', { name: '没传完的文件' }).getByRole('listitem').filter({ hasText: name })
  await expect(left.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^(4[0-9])$/)
  await left.locator('input[type=file]').setInputFiles(file)
  await expect(again.getByRole('button', { name: `查看${name}` })).toBeVisible({ timeout: 30_000 })
  // eight of eighteen megabytes were there: only the rest was sent
  expect(sent).toBe(3)
  expect(await hashOf(again, name)).toBe(hash)
})

test('what may not be uploaded is said beside the file, and several go at once', async ({ page, context }) => {
  await signIn(context, creator)
  await page.goto('/creator/media', { waitUntil: 'networkidle' })
  const stamp = Date.now()
  const input = page.locator('input[data-upload]')
  await isAlive(input)
  await input.setInputFiles([
    { name: `setup-${stamp}.exe`, mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    { name: `fake-${stamp}.png`, mimeType: 'image/png', buffer: Buffer.from('no picture') },
    { name: `notes-${stamp}.txt`, mimeType: 'text/plain', buffer: Buffer.from('读书笔记') },
  ])
  const list = page.getByRole('region', { name: '上传进度' })
  const row = (name: string) => list.getByRole('listitem').filter({ hasText: `${name}-${stamp}` })
  await expect(row('setup')).toContainText('不能上传这种类型的文件。')
  await expect(row('fake')).toContainText('这个文件已损坏，或内容和它的类型对不上。')
  await expect(row('notes')).toContainText('已完成')
  await expect(page.getByRole('button', { name: `查看notes-${stamp}.txt` })).toBeVisible()
})
