import { afterAll, expect, test } from 'vitest'
import { localWeixin } from '#catalog/sharing/testing/local-weixin.ts'
import { parseConfig } from '#kit/config.ts'
import { checkServices } from './check-services.ts'

const weixin = await localWeixin()
afterAll(() => weixin.close())

test('the doctor says whether WeChat takes the account by which pages are shared, and takes no ticket of it', async () => {
  const found = async (env: Record<string, string>) =>
    (await checkServices(parseConfig(env))).find(({ what }) => what === 'sharing in WeChat')
  expect((await found({}))?.state).toBe('left out')
  expect((await found(weixin.settings))?.state).toBe('good')
  expect(weixin.given()).toBe(0)
  const refused = await found({ ...weixin.settings, WEIXIN_SHARE_APP_SECRET: 'another' })
  expect([refused?.state, refused?.said]).toEqual(['bad', expect.stringContaining('invalid appsecret')])
  expect(() => parseConfig({ WEIXIN_SHARE_APP_ID: 'wx1' })).toThrow('go together')
})
