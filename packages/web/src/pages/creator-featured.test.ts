import { beforeAll, expect, test } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { argsOf } from '#testing/page-args.ts'
import { loader } from './creator-featured.tsx'

beforeAll(() => loadCatalogue('zh_CN'))

/** What the page asks for at this address. */
async function askedAt(address: string): Promise<unknown> {
  const { args, sent } = argsOf(address, {})
  await loader(args as unknown as Parameters<typeof loader>[0])
  return sent[0]?.query
}

test('a list and a language that there are not are left out, as if nobody had chosen', async () => {
  const chosen = await askedAt('/creator/featured?list=rankA&lang=ja')
  expect(chosen).toEqual({ list: 'rankA', language: 'ja' })
  expect(await askedAt('/creator/featured?list=rankA&language=ja')).toEqual({ list: 'rankA' })
  for (const language of ['', 'x', 'qq', 'japanese-and-more', '%F0%9F%98%80']) {
    expect(await askedAt(`/creator/featured?list=nothing&lang=${language}`)).toEqual({})
  }
})
