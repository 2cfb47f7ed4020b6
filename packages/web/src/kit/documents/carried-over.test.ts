import { expect, test } from 'vitest'
import { carriedOver } from './carried-over.ts'

test('what was typed since goes into what was made of the rest, by ids, and what is new stays new', () => {
  const sent = {
    title: '光',
    text: '甲',
    steps: [
      { id: 'a', title: '一' },
      { id: 'b', title: '二' },
    ],
    tags: ['x'],
  }
  const made = {
    title: '光（副本）',
    text: '甲',
    steps: [
      { id: 'A', title: '一' },
      { id: 'B', title: '二' },
    ],
    tags: ['x'],
  }
  expect(carriedOver(sent, made, structuredClone(sent))).toBe(made)
  const now = {
    title: '光',
    text: '甲乙',
    steps: [
      { id: 'b', title: '二又' },
      { id: 'c', title: '三' },
      { id: 'a', title: '一' },
    ],
    tags: ['x', 'y'],
  }
  expect(carriedOver(sent, made, now)).toEqual({
    title: '光（副本）',
    text: '甲乙',
    steps: [
      { id: 'B', title: '二又' },
      { id: 'c', title: '三' },
      { id: 'A', title: '一' },
    ],
    tags: ['x', 'y'],
  })
})
