import { languageTag, offeredLocales } from '@lantern/contract/locales.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadCatalogue } from './catalogue.ts'
import { createFormat, type Format, siteTimeZone } from './format.ts'
import { translator } from './messages.tsx'

beforeAll(async () => {
  await Promise.all(offeredLocales.map(loadCatalogue))
})

const every = () => offeredLocales.map((locale) => createFormat(locale, translator(locale)))
const inEach = (say: (format: Format) => string) =>
  Object.fromEntries(offeredLocales.map((locale, at) => [locale, plainSpaces(say(every()[at] as Format))]))
/** Which space stands between two signs is the language's own business. */
const plainSpaces = (text: string) => text.replace(/\s/gu, ' ')

const zh = () => createFormat('zh_CN', translator('zh_CN'))
const en = () => createFormat('en_US', translator('en_US'))

test('dates are YYYY-MM-DD HH:mm, YYYY-MM-DD and HH:mm in the time of the site', () => {
  const moment = '2026-03-01T16:05:00Z'
  for (const format of every()) {
    expect(format.dateTime(moment)).toBe('2026-03-02 00:05')
    expect(format.date(moment)).toBe('2026-03-02')
    expect(format.time(moment)).toBe('00:05')
  }
})

test('the clock of the site is that of its zone at any time of the year', () => {
  const zone = new Intl.DateTimeFormat('sv-SE', { timeZone: siteTimeZone, dateStyle: 'short', timeStyle: 'short' })
  for (let month = 0; month < 12 * 30; month++) {
    const moment = new Date(Date.UTC(2000, month, 28, month % 24, month % 60))
    expect(zh().dateTime(moment.toISOString())).toBe(zone.format(moment))
  }
})

test('a duration is shown as hours and minutes [CAT-076]', () => {
  expect([45, 60, 95].map((minutes) => zh().duration(minutes))).toEqual(['45分钟', '1小时', '1小时35分钟'])
  expect([45, 60, 95].map((minutes) => en().duration(minutes))).toEqual(['45 min', '1 h', '1 h 35 min'])
})

test('counts are short in the way of the language', () => {
  expect(zh().compact(12_345)).toBe('1.2万')
  expect(en().compact(12_345)).toBe('12.3K')
})

test('small numbers are written as the formatters of each language would', () => {
  for (const [at, locale] of offeredLocales.entries()) {
    const whole = new Intl.NumberFormat(languageTag(locale))
    const short = new Intl.NumberFormat(languageTag(locale), { notation: 'compact', maximumFractionDigits: 1 })
    const format = every()[at] as Format
    for (let value = 0; value < 1002; value++) {
      expect(format.number(value)).toBe(whole.format(value))
      if (value < 1000) expect(format.compact(value)).toBe(short.format(value))
    }
  }
})

test('a rating has one decimal, with the sign of the language [CAT-067]', () => {
  const shown = inEach((format) => `${format.decimal(9.33 / 2, 1)} ${format.decimal(5, 1)} ${format.decimal(0.456, 2)}`)
  expect(shown).toMatchObject({ zh_CN: '4.7 5.0 0.46', en_US: '4.7 5.0 0.46', ja_JP: '4.7 5.0 0.46' })
  expect(shown).toMatchObject({ de_DE: '4,7 5,0 0,46', fr_FR: '4,7 5,0 0,46', ru_RU: '4,7 5,0 0,46' })
})

test('numbers, prices, shares and lists are written as each language writes them', () => {
  expect(inEach((format) => `${format.number(1234567.5)} | ${format.price(129_950)} | ${format.percent(35)}`)).toEqual({
    zh_CN: '1,234,567.5 | ¥1,299.50 | 35%',
    en_US: '1,234,567.5 | ¥1,299.50 | 35%',
    ja_JP: '1,234,567.5 | 1,299.50元 | 35%',
    ko_KR: '1,234,567.5 | ¥1,299.50 | 35%',
    de_DE: '1.234.567,5 | 1.299,50 ¥ | 35 %',
    es_ES: '1.234.567,5 | 1299,50 ¥ | 35 %',
    fr_FR: '1 234 567,5 | 1 299,50 ¥ | 35 %',
    pt_PT: '1 234 567,5 | 1299,50 ¥ | 35%',
    ru_RU: '1 234 567,5 | 1 299,50 ¥ | 35 %',
  })
  expect(inEach((format) => format.list(['A', 'B', 'C']))).toEqual({
    zh_CN: 'A、B和C',
    en_US: 'A, B, and C',
    ja_JP: 'A、B、C',
    ko_KR: 'A, B 및 C',
    de_DE: 'A, B und C',
    es_ES: 'A, B y C',
    fr_FR: 'A, B et C',
    pt_PT: 'A, B e C',
    ru_RU: 'A, B и C',
  })
  expect([zh().either(['A', 'B']), en().either(['A', 'B'])]).toEqual(['A或B', 'A or B'])
})

test('a price has no trailing .00 in any language', () => {
  for (const format of every()) expect(format.price(19_900)).not.toMatch(/[.,]00/)
})
