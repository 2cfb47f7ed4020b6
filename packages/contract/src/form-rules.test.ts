import { expect, test } from 'vitest'
import * as rules from './form-rules.ts'
import { type FormErrorKey, firstProblem, type Validator } from './validators.ts'

function check(rule: Validator, key: FormErrorKey, { good, bad }: { good: string[]; bad: string[] }) {
  for (const text of good) expect(firstProblem(text, [rule]), text).toBeNull()
  for (const text of bad) expect(firstProblem(text, [rule]), text).toBe(key)
}

test('a price has up to two decimals [PLAT-048]', () => {
  check(rules.price(), 'error_price', { good: ['0', '19', '19.9', '19.99'], bad: ['19.999', '-1', '1,5', 'free'] })
})

test('game credit has up to eight decimals [PLAT-049]', () => {
  check(rules.gameCredit(), 'error_game_credit', { good: ['0.00000001', '3'], bad: ['0.000000001', '-0.1', ''] })
})

test('a promo code is capital letters, digits or underscores [PLAT-050]', () => {
  check(rules.promoCode(), 'error_promo_code', { good: ['SPRING_26'], bad: ['spring', 'A-B', 'Ä', ''] })
})

test('numbers are at least 0, at least 1, at most 100 [PLAT-051]', () => {
  check(rules.numberBetween(0), 'error_number_range', { good: ['0', '7.5'], bad: ['-0.1', 'x'] })
  check(rules.numberBetween(1), 'error_number_range', { good: ['1', '2'], bad: ['0.99', '0'] })
  check(rules.numberBetween(Number.NEGATIVE_INFINITY, 100), 'error_number_range', {
    good: ['100', '-5'],
    bad: ['100.01'],
  })
})

test('an hour is 0 to 23 and a minute 0 to 59 [PLAT-052]', () => {
  check(rules.hour(), 'error_hour', { good: ['0', '23'], bad: ['24', '-1', '1.5', ''] })
  check(rules.minute(), 'error_minute', { good: ['0', '59'], bad: ['60', '-1', 'x'] })
})

test('each link of a publisher leads where its field says [PLAT-053]', () => {
  const places: Record<rules.LinkPlace, { good: string[]; bad: string[] }> = {
    website: { good: ['https://studio.example/a'], bad: ['studio.example', 'ftp://studio.example', 'https://studio'] },
    social: {
      good: ['https://weibo.com/u/1', 'https://space.bilibili.com/1'],
      bad: ['https://weibo.com.evil.example/'],
    },
    assetStore: { good: ['https://assetstore.unity.com/packages/1'], bad: ['https://assetstore.example/packages/1'] },
    appStore: { good: ['https://apps.apple.com/cn/app/id1'], bad: ['https://play.google.com/store'] },
    googlePlay: { good: ['https://play.google.com/store/apps/details?id=a.b'], bad: ['https://google.com/'] },
    steam: { good: ['https://store.steampowered.com/app/1'], bad: ['https://steampowered.com.example/app/1'] },
  }
  for (const [place, links] of Object.entries(places)) check(rules.linkTo(place as rules.LinkPlace), 'error_URL', links)
})

test('a password has a capital letter, a small letter and a digit [PLAT-054]', () => {
  check(rules.password(), 'error_password', { good: ['aB3', '密码aB3'], bad: ['ab3', 'AB3', 'abC', ''] })
})

test('a slug is word characters and hyphens [PLAT-055]', () => {
  check(rules.slug(), 'error_slug', { good: ['real-time_shadows2'], bad: ['a b', 'a/b', '光照', ''] })
})

test('a package name is lowercase and dotted, an APK version dotted numbers [PLAT-056]', () => {
  check(rules.packageName(), 'error_package_name', {
    good: ['com.studio.game_1'],
    bad: ['com', 'Com.a', 'com..a', '1.a'],
  })
  check(rules.apkVersion(), 'error_apk_version', { good: ['1', '1.0.12'], bad: ['1.', 'v1', '1.0b'] })
})

test('a callback is secure or at home, an in-app purchase has a dotted slug [PLAT-057]', () => {
  check(rules.callbackUrl(), 'error_URL', {
    good: ['https://a.example/back?x=1', 'http://localhost:3000/back'],
    bad: ['http://a.example/', 'https://a.example/#x', 'javascript:alert(1)', 'http://localhost.evil.example/'],
  })
  check(rules.inAppPurchaseSlug(), 'error_in_app_purchase_slug', {
    good: ['com.a.coins_100', 'coins'],
    bad: ['Coins', 'a..b', '.a', ''],
  })
})

test('a location needs a country [PLAT-058]', () => {
  const rule = rules.location('country')
  expect(rule('上海', { country: 'CN' })).toBeNull()
  expect(rule('上海', { country: ' ' })).toBe('error_location')
})

test('a scale needs from and to [PLAT-059]', () => {
  const rule = rules.scale('from', 'to')
  expect(rule('', { from: '1', to: '10' })).toBeNull()
  for (const half of [{ from: '1', to: '' }, { from: '', to: '10' }, {}, { from: 'a', to: '2' }]) {
    expect(rule('', half as Record<string, string>)).toBe('error_scale')
  }
})

test('the start is not later than the end [PLAT-060]', () => {
  const rule = rules.notBefore('start')
  expect(rule('2026-03-02T10:00', { start: '2026-03-02T10:00' })).toBeNull()
  expect(rule('2026-03-02T09:59', { start: '2026-03-02T10:00' })).toBe('error_start_after_end')
})

test('at most ten skills are taken, and one named twice is one [PLAT-014]', () => {
  const ten = Array.from({ length: 10 }, (_, n) => `skill ${n}`)
  expect(rules.skills()(ten.join(', '))).toBeNull()
  expect(rules.skills()([...ten, 'skill 0'].join('，'))).toBeNull()
  expect(rules.skills()([...ten, 'one more'].join(','))).toBe('error_skills_limit')
  expect(rules.skillsOf(' C#、光照 ,C#,')).toEqual(['C#', '光照'])
})
