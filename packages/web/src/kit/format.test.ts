import { beforeAll, expect, test } from 'vitest'
import { loadCatalogue } from './catalogue.ts'
import { createFormat } from './format.ts'
import { translator } from './messages.tsx'

beforeAll(async () => {
  await Promise.all([loadCatalogue('zh_CN'), loadCatalogue('en_US')])
})

const zh = () => createFormat('zh_CN', translator('zh_CN'))
const en = () => createFormat('en_US', translator('en_US'))

test('dates are YYYY-MM-DD HH:mm, YYYY-MM-DD and HH:mm in the time of the site [I18N-009]', () => {
  const moment = '2026-03-01T16:05:00Z'
  for (const format of [zh(), en()]) {
    expect(format.dateTime(moment)).toBe('2026-03-02 00:05')
    expect(format.date(moment)).toBe('2026-03-02')
    expect(format.time(moment)).toBe('00:05')
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
