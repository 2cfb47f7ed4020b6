import { changeLanguage, changePreferredRegion, getSession } from '@lantern/contract/identity/session.ts'
import { defaultLocale, offeredLocales } from '@lantern/contract/locales.ts'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'

const addresses = {
  DASHBOARD_URL: 'https://dashboard.test/',
  ASSET_STORE_URL: 'https://assets.test/',
  ANSWERS_URL: 'https://answers.test/',
  FORUM_URL: 'https://forum.test/',
}
const site = await testSite(addresses)

test('the addresses of the sites beside this one come from configuration [PLAT-045]', async () => {
  const { apps } = (await site.guest().call(getSession)).result.site
  const { DASHBOARD_URL: dashboard, ASSET_STORE_URL: assetStore, ANSWERS_URL: answers, FORUM_URL: forum } = addresses
  expect(apps).toEqual({ dashboard, assetStore, answers, forum })
})

test('a chosen language is answered in from then on, on this device and with the person [I18N-006]', async () => {
  const guest = site.guest()
  expect((await guest.call(getSession)).result.locale).toBe('zh_CN')
  expect((await guest.call(changeLanguage, { body: { locale: 'en_US' } })).status).toBe(200)
  expect((await guest.call(getSession)).result.locale).toBe('en_US')

  const ada = await site.learner()
  await ada.call(changeLanguage, { body: { locale: 'en_US' } })
  const row = await site.db.selectFrom('users').select('locale').where('id', '=', ada.id).executeTakeFirstOrThrow()
  expect(row.locale).toBe('en_US')
})

test('each of the nine languages can be chosen, and one that does not exist is refused [I18N-001]', async () => {
  const guest = site.guest()
  for (const locale of [...offeredLocales.filter((one) => one !== defaultLocale), defaultLocale]) {
    expect((await guest.call(changeLanguage, { body: { locale } })).status).toBe(200)
    expect((await guest.call(getSession)).result.locale).toBe(locale)
  }
  const { csrfToken } = (await guest.call(getSession)).result
  const unknown = await guest.inject({
    method: 'POST',
    url: `/api/changeLanguage?_csrf=${csrfToken}`,
    payload: { locale: 'xx_XX' },
  })
  expect(unknown.statusCode).toBe(400)
  expect((await guest.call(getSession)).result.locale).toBe('zh_CN')
})

test('a chosen region is remembered for a guest and for a person [SHELL-065]', async () => {
  const guest = site.guest()
  expect((await guest.call(getSession)).result.region).toBeNull()
  await guest.call(changePreferredRegion, { body: { regionRefId: '07' } })
  expect((await guest.call(getSession)).result.region).toBe('07')

  const ada = await site.learner()
  await ada.call(changePreferredRegion, { body: { regionRefId: '03' } })
  delete ada.cookies.lantern_region
  expect((await ada.call(getSession)).result.region).toBe('03')
})

test('only the nine regions can be chosen [SHELL-001]', async () => {
  const guest = site.guest()
  const { csrfToken } = (await guest.call(getSession)).result
  for (const regionRefId of ['00', '10', '1', 7]) {
    const answer = await guest.inject({
      method: 'POST',
      url: `/api/changePreferredRegion?_csrf=${csrfToken}`,
      payload: { regionRefId },
    })
    expect(answer.statusCode).toBe(400)
  }
  for (let n = 1; n <= 9; n++) {
    const key = `region.0${n}`
    const chosen = await guest.inject({
      method: 'POST',
      url: `/api/changePreferredRegion?_csrf=${csrfToken}`,
      payload: { regionRefId: `0${n}` },
    })
    expect([key, chosen.statusCode]).toEqual([key, 200])
    for (const locale of ['zh_CN', 'en_US'] as const) expect(site.services.text(locale, key)).not.toBe(key)
  }
})

test('refusals are worded in the language of the visitor [I18N-010]', async () => {
  const texts = await Promise.all(
    ['zh-CN', 'en-US'].map(async (language) => {
      const response = await site.inject({
        method: 'POST',
        url: '/api/changeLanguage',
        headers: { 'accept-language': language },
        payload: { locale: 'en_US' },
      })
      return response.json().message as string
    }),
  )
  expect(texts[0]).toMatch(/\p{Script=Han}/u)
  expect(texts[1]).not.toMatch(/\p{Script=Han}/u)
})
