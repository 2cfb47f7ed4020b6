import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blockKinds } from '@lantern/contract/cms/block-kinds.ts'
import { everyBlock } from '@lantern/contract/cms/every-block.ts'
import { readContent } from '@lantern/contract/cms/page-content.ts'
import { deletePage, getPageDraft, listPages, savePageDraft } from '@lantern/contract/cms/pages.ts'
import { afterAll, expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { arePagesLoaded, loadShippedPages } from './load-pages.ts'

const site = await testSite()
const admin = await site.user({ groups: ['learn_admin'] })
const folder = mkdtempSync(join(tmpdir(), 'lantern-pages-'))
cpSync(join(site.services.config.siteRoot, 'content/art'), join(folder, 'art'), { recursive: true })
mkdirSync(join(folder, 'pages'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, 'pages', name), text)
const load = () => loadShippedPages(site.services, folder)

async function pageOf(slug: string) {
  const { results } = (await admin.call(listPages, { query: { q: slug } })).result
  const found = results.find((page) => page.slug === slug)
  if (!found) throw new Error(`${slug} is not there`)
  return found
}

test('the pages of the site say what their files say, and the sheet shows every kind of block', async () => {
  expect(await arePagesLoaded(site.services)).toBe(false)
  const outcome = await loadShippedPages(site.services)
  expect(outcome.faults).toEqual([])
  expect(await arePagesLoaded(site.services)).toBe(true)
  expect(await loadShippedPages(site.services)).toMatchObject({ written: 0 })
  const { id, locales } = await pageOf('page-blocks')
  expect(locales.map(({ locale, publishedVersion }) => [locale, publishedVersion])).toEqual([
    ['en_US', 1],
    ['zh_CN', 1],
  ])
  const { content, faults } = (await admin.call(getPageDraft, { params: { id, locale: 'zh_CN' } })).result
  expect(faults).toEqual([])
  const shown = new Set(everyBlock(readContent(content).page.blocks).map(({ kind }) => kind))
  // what shows items of the demo is left out where there is none
  expect(Object.keys(blockKinds).filter((kind) => !shown.has(kind as never))).toEqual(['promo-cards', 'bundle-cards'])
})

test('texts of several languages stand beside each other, pictures are stored and links lead to items', async () => {
  const item = await buildTutorial(site.db)
  await site.db.updateTable('items').set({ source_key: 'demo/tutorial/water.zh' }).where('id', '=', item.id).execute()
  write(
    'spring.yaml',
    `
own: true
title: { zh: 春天, en: Spring, ko: 봄 }
blocks:
  - kind: hero
    items:
      - headline: { zh: 花开了, en: Flowers, ko: 꽃 }
        background: art/water.svg
        actions:
          - { label: { zh: 去看, en: Go, ko: 가기 }, url: "tutorial:water" }
          - { label: { zh: 没有, en: None, ko: 없음 }, url: "tutorial:no-such" }
  - kind: description
    markdown: { zh: "**多**看看", en: "Look **more**", ko: "**더** 보기" }
  - kind: promo-cards
    name: { zh: 课, en: Lessons, ko: 강의 }
    ids: [tutorial:water, tutorial:no-such]
`,
  )
  expect(await load()).toMatchObject({ pages: 1, written: 3, faults: [] })
  const { id, isOwn, name } = await pageOf('spring')
  expect([isOwn, name]).toEqual([true, '春天'])
  const { content } = (await admin.call(getPageDraft, { params: { id, locale: 'ko_KR' } })).result
  const [hero, text, promo] = readContent(content).page.blocks
  expect(content.properties.title).toBe('봄')
  expect(hero?.fields).toMatchObject({
    items: [
      {
        headline: '꽃',
        background: { value: { value: expect.stringMatching(/^\/media\/images\/img_\w+\/orig\.svg$/) } },
        actions: [{ url: `/tutorial/${item.id}` }, { url: '' }],
      },
    ],
  })
  expect(text?.fields).toMatchObject({ type: 'rich', value: '<p><strong>더</strong> 보기</p>' })
  expect(promo?.fields).toMatchObject({ ids: [item.id] })
})

test('a file that changed changes its page, but not in a language that an editor has written in', async () => {
  const { id } = await pageOf('spring')
  const params = { id, locale: 'en_US' } as const
  const draft = (await admin.call(getPageDraft, { params })).result
  const content = { ...draft.content, properties: { ...draft.content.properties, title: 'My spring' } }
  await admin.call(savePageDraft, { params, body: { baseVersion: draft.version, content, kind: 'save' } })
  write('spring.yaml', 'own: true\ntitle: { zh: 夏天, en: Summer, ko: 여름 }\nblocks: []\n')
  expect(await load()).toMatchObject({ written: 2 })
  const titleIn = async (locale: 'zh_CN' | 'en_US') =>
    (await admin.call(getPageDraft, { params: { id, locale } })).result.content.properties.title
  expect([await titleIn('zh_CN'), await titleIn('en_US')]).toEqual(['夏天', 'My spring'])
})

test('a page that an editor has taken away does not come back', async () => {
  write('summer.yaml', 'title: { zh: 夏天 }\n')
  await load()
  const { id } = await pageOf('summer')
  expect((await admin.call(deletePage, { params: { id } })).status).toBe(200)
  write('summer.yaml', 'title: { zh: 盛夏 }\n')
  expect(await load()).toMatchObject({ written: 0 })
  await expect(pageOf('summer')).rejects.toThrow()
})

test('a file that is wrong is named and keeps no other page out', async () => {
  write('wrong-field.yaml', 'title: { zh: 一 }\nblocks: [{ kind: heading, valeu: x }]\n')
  write('wrong-kind.yaml', 'title: { zh: 一 }\nblocks: [{ kind: carousel }]\n')
  write('wrong-picture.yaml', 'title: { zh: 一 }\nimage: art/no.svg\n')
  write('wrong-yaml.yaml', 'title: [\n')
  write('wrong-content.yaml', 'title: { zh: 一 }\nblocks: [{ kind: heading }]\n')
  write('half-said.yaml', 'locales: [zh, en]\ntitle: { zh: 一 }\n')
  write('right.yaml', 'title: { zh: 二 }\n')
  const { faults } = await load()
  expect(faults.map((fault) => fault.split(':')[0])).toEqual([
    'pages/half-said.yaml',
    'pages/wrong-content.yaml',
    'pages/wrong-field.yaml',
    'pages/wrong-kind.yaml',
    'pages/wrong-picture.yaml',
    'pages/wrong-yaml.yaml',
  ])
  expect((await pageOf('right')).locales).toHaveLength(1)
})
