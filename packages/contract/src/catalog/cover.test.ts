import { expect, test } from 'vitest'
import { coverAddress } from './cover.ts'

test('a cover follows the first topic that has a drawing, and the title', () => {
  const address = (title: string, ...topicIds: string[]) => coverAddress({ title, topicIds })
  expect(address('阴影', 'educators', 'lighting')).toMatch(/^\/media\/covers\/lighting\/[0-9a-z]{1,7}\.svg$/)
  expect(address('阴影', 'lighting')).toBe(address('阴影', 'educators', 'lighting'))
  expect(address('阴影', 'lighting')).not.toBe(address('反射', 'lighting'))
  expect(address('Without a topic')).toMatch(/^\/media\/covers\/[0-9a-z-]+\/[0-9a-z]{1,7}\.svg$/)
})
