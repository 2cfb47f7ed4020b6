import { getCountry } from '@lantern/contract/identity/session.ts'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'

const site = await testSite({ TRUST_PROXY: 'true', COUNTRY_HEADER: 'CF-IPCountry' })

test('a visitor learns from which country they come, as the proxy in front says it, and nothing is guessed', async () => {
  const ask = async (headers: Record<string, string>) =>
    (await site.inject({ method: 'GET', url: getCountry.path, headers })).json()
  expect(await ask({ 'cf-ipcountry': 'cn' })).toEqual({ country: 'CN' })
  expect(await ask({ 'cf-ipcountry': 'XX' })).toEqual({ country: null })
  expect(await ask({})).toEqual({ country: null })
})
