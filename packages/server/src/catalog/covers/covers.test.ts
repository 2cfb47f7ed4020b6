import { coverAddress, coverTopics } from '@lantern/contract/catalog/cover.ts'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'

const site = await testSite()
const get = (url: string) => site.inject({ method: 'GET', url })

test('the cover of a title is drawn by its address, the same each time, another for another title and topic', async () => {
  const drawn = new Set<string>()
  for (const topic of coverTopics) {
    for (const title of ['实时阴影', 'Reflections']) {
      const answer = await get(coverAddress({ title, topicIds: [topic] }))
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toContain('image/svg+xml')
      expect(answer.headers['cache-control']).toBe('public, max-age=604800')
      expect(answer.body).toMatch(/^<svg [^<]*<defs>[\s\S]*<\/svg>$/)
      expect(answer.body).not.toMatch(/NaN|undefined/)
      drawn.add(answer.body)
    }
  }
  expect(drawn.size).toBe(coverTopics.length * 2)
  const address = coverAddress({ title: '实时阴影', topicIds: ['lighting'] })
  expect((await get(address)).body).toBe((await get(address)).body)
})

test('what is no cover is not found', async () => {
  for (const path of ['nothing/abc.svg', 'lighting/abc.png', 'lighting/<script>.svg', 'lighting/12345678.svg']) {
    expect((await get(`/media/covers/${encodeURI(path)}`)).statusCode).toBe(404)
  }
})
