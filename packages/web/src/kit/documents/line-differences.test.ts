import { expect, test } from 'vitest'
import { lineDifferences } from './line-differences.ts'

const alone = (lines: { text: string; alone: boolean }[]) => lines.filter((line) => line.alone).map(({ text }) => text)

test('lines that both have in the same order are shared, the rest stands alone', () => {
  const { one, other } = lineDifferences('甲\n乙\n丙', '甲\n丁\n丙\n戊')
  expect([alone(one), alone(other)]).toEqual([['乙'], ['丁', '戊']])
})

test('nothing beside something is all alone', () => {
  const { one, other } = lineDifferences('', '甲\n乙')
  expect([one, alone(other)]).toEqual([[], ['甲', '乙']])
})

test('long texts that differ little are compared in order, and such as have little in common stand alone', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `第${at}行`)
  expect(alone(lineDifferences(lines.join('\n'), [...lines, '多的一行'].join('\n')).other)).toEqual(['多的一行'])
  const others = lines.map((line) => `${line}!`)
  expect(alone(lineDifferences(lines.join('\n'), others.join('\n')).other)).toEqual(others)
})
