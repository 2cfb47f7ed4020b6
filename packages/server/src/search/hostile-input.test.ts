import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { reindex } from './keeping.ts'

const site = await testSite()
await buildTutorial(site.db, { title: '阴影与光照' })
await reindex(site.services)

const ask = (query: string) => site.inject({ method: 'GET', url: `/api/learn/search?${query}` })
const kOf = (text: string) => `k=${encodeURIComponent(JSON.stringify([`query:${text}`]))}`

test.each([
  ['emoji', '😀🎮👩‍💻'],
  ['control characters', '\u0000\u0001\u001b[31m\u202e'],
  ['a half of a character', '\ud800阴影'],
  ['patterns', '%_%\\'],
  ['query operators', '阴影 & | ! <-> :* ( \' " ) ;--'],
  ['marks alone', '!!! ??? ... ——'],
  ['regular expressions', '(.*)+$ [a-z]{1,9999}'],
  ['markup', '<script>alert(1)</script>'],
  ['very long words', 'a'.repeat(200)],
  ['words without end', 'ab '.repeat(66)],
])('%s are answered like any other words', async (_, text) => {
  const response = await ask(kOf(text))
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({ results: expect.any(Array), total: expect.any(Number) })
})

test.each([
  ['d=15_61', 'd'],
  ['ob=drop', 'ob'],
  ['k=notjson', 'k'],
  ['k=%5B%22type%3Abook%22%5D', 'k'],
  ['page=-1', 'page'],
  ['page=x', 'page'],
  ['pageSize=101', 'pageSize'],
  ['nonsense=1', 'nonsense'],
])('%s is refused and the parameter named', async (query, field) => {
  const response = await ask(query)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'bad_request', details: [{ field }] })
})

test('five megabytes of query are refused, and the next search is answered', async () => {
  const huge = await ask(kOf('影'.repeat(1_700_000)))
  expect(huge.statusCode).toBeGreaterThanOrEqual(400)
  expect(huge.statusCode).toBeLessThan(500)
  expect((await ask(kOf('阴影'))).json()).toMatchObject({ total: 1 })
})
