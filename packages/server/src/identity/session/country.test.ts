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

test('a country that a visitor names who comes past the proxy is not believed', async () => {
  const behindAnother = await testSite({ TRUST_PROXY: '10.0.0.0/8', COUNTRY_HEADER: 'CF-IPCountry' }, { beside: site })
  const ask = async (remoteAddress: string) =>
    (
      await behindAnother.inject({
        method: 'GET',
        url: getCountry.path,
        remoteAddress,
        headers: { 'cf-ipcountry': 'cn' },
      })
    ).json()
  expect(await ask('10.0.0.2')).toEqual({ country: 'CN' })
  expect(await ask('203.0.113.66')).toEqual({ country: null })
})
