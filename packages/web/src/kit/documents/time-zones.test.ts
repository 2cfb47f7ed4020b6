import { expect, test } from 'vitest'
import { clockTimeIn } from './clock-time.ts'
import { zoneLabel, zoneName } from './time-zones.ts'

const winter = new Date('2026-12-24T10:00:00Z')
const summer = new Date('2026-07-24T10:00:00Z')

test('a time zone is called as people call it, with how far its clocks are from GMT on that day', () => {
  expect(zoneName('Asia/Shanghai', 'zh-CN', winter)).toBe('中国标准时间 (GMT+8)')
  expect(zoneName('Europe/Berlin', 'en-US', summer)).toBe('Central European Time (GMT+2)')
  expect(zoneName('Asia/Shanghai', 'fr-FR', winter)).toBe('heure normale de la Chine (UTC+8)')
  expect(zoneName('Etc/GMT+5', 'en-US', winter)).toBe('GMT+5 (GMT-5)')
  expect(zoneName('UTC', 'en-US', winter)).toBe('UTC (GMT+0)')
})

test('time zones of the same name are told apart by a city', () => {
  expect(zoneLabel('Asia/Shanghai', 'zh-CN', winter)).toBe('中国标准时间 · Shanghai (GMT+8)')
  expect(zoneLabel('Europe/Berlin', 'zh-CN', winter)).toBe('中欧时间 · Berlin (GMT+1)')
  expect(zoneLabel('Europe/Berlin', 'en-US', summer)).toBe('Central European Time · Berlin (GMT+2)')
  expect(zoneLabel('America/Argentina/Buenos_Aires', 'en-US', winter)).toMatch(/ · Buenos Aires \(GMT-3\)$/)
  expect(zoneLabel('UTC', 'en-US', winter)).toBe('UTC (GMT+0)')
})

test('a moment is shown as a clock of that zone shows it, in the form that a field takes', () => {
  const moment = new Date('2026-12-24T22:05:59Z')
  expect(clockTimeIn('Asia/Shanghai', moment)).toBe('2026-12-25T06:05')
  expect(clockTimeIn('America/New_York', moment)).toBe('2026-12-24T17:05')
})
