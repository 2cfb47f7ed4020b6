import { afterAll, expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { buildApp } from '../app.ts'
import { createPages } from '../pages.ts'

const site = await testSite({ CAPTCHA: 'auto', CAPTCHA_AFTER: '1000' })
const app = await buildApp(site.services, { pages: createPages(site.services).register })
afterAll(() => app.close())

function askForCode(language: string) {
  return app.inject({
    method: 'POST',
    url: '/auth/login',
    headers: { 'accept-language': language, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ intent: 'send', phone: '13500000123' }).toString(),
  })
}

test('who signs in without script and has asked for too many codes reads how many hours to wait', async () => {
  for (let sent = 0; sent < 5; sent++) {
    expect((await askForCode('zh-CN')).statusCode).toBe(200)
    site.clock.advance({ minutes: 2 })
  }
  const { body } = await askForCode('zh-CN')
  expect(body).toMatch(/请2\d小时后再试/)
  expect(body).not.toContain('分钟后再试')
  expect((await askForCode('en-US')).body).toMatch(/2\d hours/)
})
