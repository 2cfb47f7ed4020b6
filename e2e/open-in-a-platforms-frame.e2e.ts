import { type Browser, expect } from '@playwright/test'
import { playSchool, wantsToChoose } from '../tools/play-school.ts'
import { openSchool, school } from './campus-acts.ts'
import { post, test } from './person.ts'
import { siteUrl } from './site-address.ts'

/** A learning platform that the school of the demo has connected; `id` is what the school knows it by. */
async function connectPlatform(browser: Browser) {
  const platform = await playSchool()
  const admin = await openSchool(browser, siteUrl)
  const name = `教学平台 ${Date.now().toString(36)}`
  const { id } = (await post(admin.request, `${school}/lti/platform`, { name, ...platform.platform })) as { id: string }
  await admin.close()
  return { platform, id }
}

test('a platform that keeps things for its frames is asked to at the beginning of a launch, which then opens in the frame', async ({
  page,
  browser,
}) => {
  const { platform, id } = await connectPlatform(browser)
  await page.goto(platform.openFramed(siteUrl, id, `${siteUrl}/tutorials`))
  await expect(page.getByRole('status')).toHaveText('1')
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
})

test('a teacher chooses in the frame of the platform what a link opens, and is back at the platform', async ({
  page,
  browser,
}) => {
  const { platform, id } = await connectPlatform(browser)
  await page.goto(platform.openFramed(siteUrl, id, `${siteUrl}/`, wantsToChoose(platform.issuer)))
  const frame = page.frameLocator('iframe')
  const row = frame
    .getByRole('listitem')
    .filter({ has: frame.getByRole('checkbox') })
    .first()
  const choose = row.getByRole('button', { name: '选这个：' })
  const title = (await choose.getAttribute('aria-label'))?.replace('选这个：', '') ?? ''
  await choose.click()
  await expect(frame.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
})
