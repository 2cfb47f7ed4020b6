import { expect, test } from 'vitest'
import { MemberPages } from './member-pages.ts'

/** Pages that say how often they were made, and who reads them; `made` holds each key as often as it was made. */
function pagesOf({ maxBytes = 1000 } = {}) {
  const made: string[] = []
  const clock = { now: 0 }
  const gate = { open: Promise.resolve() }
  const pages = new MemberPages<string>({
    async make(key) {
      made.push(key)
      const nth = made.filter((one) => one === key).length
      await gate.open
      return {
        bytes: 100,
        dependsOn: new Set([key]),
        fill: async (name) =>
          name === 'premium'
            ? null
            : { status: 200, headers: {}, cookies: [], body: Buffer.from(`${key} ${nth} ${name}`) },
      }
    },
    maxBytes,
    freshMs: 30_000,
    now: () => clock.now,
    onError: (error) => expect.fail(String(error)),
  })
  const read = async (key: string, name: string) => (await pages.answer(key, name))?.body.toString() ?? null
  return { pages, read, made, clock, gate }
}

test('a page is made once and filled for each visit; a visitor who needs another page is told so', async () => {
  const { read, made } = pagesOf()
  expect(await Promise.all([read('a', 'Ada'), read('a', 'Bob')])).toEqual(['a 1 Ada', 'a 1 Bob'])
  expect(await read('a', 'premium')).toBe(null)
  expect(await read('b', 'Ada')).toBe('b 1 Ada')
  expect(made).toEqual(['a', 'b'])
})

test('what was made of something that changed is made anew before anybody sees it, and nothing else is', async () => {
  const { read, pages, made } = pagesOf()
  await read('a', 'Ada')
  await read('b', 'Ada')
  pages.invalidate(new Set(['a']))
  expect(await read('a', 'Ada')).toBe('a 2 Ada')
  expect(await read('b', 'Ada')).toBe('b 1 Ada')
  pages.invalidate('everything')
  expect(await read('b', 'Ada')).toBe('b 2 Ada')
  expect(made).toEqual(['a', 'b', 'a', 'b'])
})

test('a page in the making that a change has overtaken is not what later visitors get', async () => {
  const { read, pages, gate } = pagesOf()
  const { promise, resolve } = Promise.withResolvers<void>()
  gate.open = promise
  const early = read('a', 'Ada')
  pages.invalidate(new Set(['a']))
  const late = read('a', 'Bob')
  resolve()
  expect(await early).toBe('a 1 Ada')
  expect(await late).toBe('a 2 Bob')
  expect(await read('a', 'Cem')).toBe('a 2 Cem')
})

test('a page that is merely old is answered and made anew behind the answer', async () => {
  const { read, clock } = pagesOf()
  await read('a', 'Ada')
  clock.now = 30_001
  expect(await read('a', 'Ada')).toBe('a 1 Ada')
  expect(await read('a', 'Ada')).toBe('a 2 Ada')
})

test('what nobody asks for gives way to what is asked for', async () => {
  const { read, pages, made } = pagesOf({ maxBytes: 200 })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await read(key, 'Ada')
  expect(made).toEqual(['a', 'b', 'c', 'b'])
  expect(pages.size).toBe(2)
  expect(pages.bytes).toBe(200)
})
