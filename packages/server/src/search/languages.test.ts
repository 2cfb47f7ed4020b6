import { searchItems } from '@lantern/contract/search/searching.ts'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { reindex } from './keeping.ts'

const site = await testSite()

async function firstLanguages(query: string, visitor: string): Promise<string[]> {
  const response = await site.inject({
    method: 'GET',
    url: `/api/learn/search?q=${encodeURIComponent(query)}`,
    headers: { 'accept-language': visitor },
  })
  return response
    .json<{ results: { tutorial: { language: string } }[] }>()
    .results.map(({ tutorial }) => tutorial.language)
}

test('a work is shown in the language of the visitor, or in the one the words are at home in', async () => {
  const title = { zh: 'Shader 着色器基础', en: 'Shader shader basics', es: 'Conceptos de shader y gravedad' }
  for (const [language, text] of Object.entries(title)) {
    await buildTutorial(site.db, { title: text, language, translationGroup: 'shaders', steps: 0 })
  }
  for (let i = 0; i < 4; i++) await buildTutorial(site.db, { title: `别的 ${i}`, steps: 0 })
  await reindex(site.services)
  await site.services.events.caughtUp()
  expect((await firstLanguages('shader', 'zh-CN'))[0]).toBe('zh')
  expect((await firstLanguages('shader', 'en'))[0]).toBe('en')
  expect((await firstLanguages('gravedad', 'zh-CN'))[0]).toBe('es')
})

test('a word that is at home in another language shows works in that of the reader, where they have it', async () => {
  for (const [language, text] of Object.entries({ zh: 'Tilemap 瓦片地图', en: 'Tilemap' })) {
    await buildTutorial(site.db, { title: text, language, translationGroup: 'tiles', steps: 0 })
  }
  for (let i = 0; i < 9; i++) await buildTutorial(site.db, { title: `Tilemap part ${i}`, language: 'en', steps: 0 })
  await reindex(site.services)
  await site.services.events.caughtUp()
  expect(await firstLanguages('tilemap', 'zh-CN')).toContain('zh')
})

test('words typed in the language of the reader show works in it, though a version in another has a synonym in its title', async () => {
  const step = '这一步先把场景里的物体摆好，再调整材质和摄像机的位置，最后检查画面里的每一处细节。'.repeat(12)
  const zh = await buildTutorial(site.db, {
    ...{ title: '一束有形状的光', translationGroup: 'shaft' },
    steps: [{ title: '第一步', html: `<p>${step}这里有光照到吗？</p>` }],
  })
  await buildTutorial(site.db, {
    ...{ title: 'A shaft of light', language: 'en', translationGroup: 'shaft' },
    steps: [{ title: 'Light', html: '<p>Light here, light there, light everywhere.</p>' }],
  })
  await reindex(site.services)
  await site.services.events.caughtUp()
  const response = await site.inject({ method: 'GET', url: `/api/learn/search?q=${encodeURIComponent('光照')}` })
  expect(response.json<{ results: { id: string }[] }>().results.map(({ id }) => id)).toEqual([zh.id])
})

test('a word is cut by the rules of the language a lesson is written in', async () => {
  const spanish = await buildTutorial(site.db, { title: 'Filtrado de texturas', language: 'es', steps: 0 })
  const english = await buildTutorial(site.db, { title: 'Texture filtering', language: 'en', steps: 0 })
  await reindex(site.services)
  await site.services.events.caughtUp()
  const { result } = await site.guest().call(searchItems, { query: { q: ['textura'] } })
  expect(result.results.map(({ id }) => id)).toEqual([spanish.id, english.id])
})
