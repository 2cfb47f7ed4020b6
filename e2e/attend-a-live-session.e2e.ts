import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { creator } from './authors.ts'
import { enterAsNew, test } from './person.ts'

/** Of the demo site, on at any time. */
const session = '/liveSession/volumetric-live'

test('who is in a live session stands in its hosts’ list and file, in which hosts are not, and which learners have not', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const counted = (answer: { url(): string }) => answer.url().includes('/attend?')
  const hosts = await browser.newContext({ baseURL, locale: 'zh-CN' })
  await signIn(hosts, creator)
  const host = await hosts.newPage()
  const ofHost = host.waitForResponse(counted)
  await host.goto(session)
  expect(await (await ofHost).json()).toEqual({ counted: false })

  // who has not said their name yet is called so
  const name = `学员${(await enterAsNew(context)).slice(-6)}`
  const ofLearner = page.waitForResponse(counted)
  await page.goto(session)
  expect(await (await ofLearner).json()).toEqual({ counted: true })

  await host.getByRole('link', { name: '出席名单' }).click()
  const table = host.getByRole('region', { name: '出席名单' })
  await expect(table.getByRole('row').filter({ hasText: name }).getByRole('cell').last()).toHaveText('1')
  const [file] = await Promise.all([host.waitForEvent('download'), host.getByRole('link', { name: '下载CSV' }).click()])
  expect(readFileSync(await file.path(), 'utf8')).toContain(`${name},`)
  await hosts.close()

  const { pathname } = new URL(host.url())
  expect((await page.goto(pathname))?.status()).toBe(404)
})
