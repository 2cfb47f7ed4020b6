import { itemChanged } from '@lantern/contract/catalog/events.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { openFonts } from './lettering.ts'
import { evenLinesOf, linesOf } from './lines.ts'

const site = await testSite()
const pictureOf = (id: string, file = 'x.png') => site.inject({ method: 'GET', url: `/media/share/${id}/${file}` })
const keptOf = async (id: string) => Array.fromAsync(site.services.storage.keys(`share/${id}/`))

test('an item has a picture of 1200 by 630 with its title, made once', async () => {
  const { id } = await buildTutorial(site.db, { title: '实时阴影：从阴影贴图到柔和边缘' })
  const first = await pictureOf(id)
  expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'image/png'])
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
  const kept = await keptOf(id)
  expect(kept).toHaveLength(1)
  expect((await pictureOf(id, 'y.png')).rawPayload.equals(first.rawPayload)).toBe(true)
  expect(await keptOf(id)).toEqual(kept)
})

test('another title is another picture, and what was kept goes when the item changes', async () => {
  const { id } = await buildTutorial(site.db, { title: 'One' })
  const before = (await pictureOf(id)).rawPayload
  await site.db.updateTable('items').set({ title: 'Two' }).where('id', '=', id).execute()
  expect((await pictureOf(id)).rawPayload.equals(before)).toBe(false)
  expect(await keptOf(id)).toHaveLength(2)
  await site.services.events.emit(site.db, itemChanged, { itemId: id })
  await site.settle()
  expect(await keptOf(id)).toEqual([])
})

test('drafts, hidden and campus items and what does not exist have none', async () => {
  for (const options of [{ status: 'draft' as const }, { hidden: true }, { organisation: true as const }]) {
    const { id } = await buildTutorial(site.db, options)
    expect((await pictureOf(id)).statusCode).toBe(404)
    expect(await keptOf(id)).toEqual([])
  }
  for (const id of ['ltu_nothing', '..%2F..', 'site']) expect((await pictureOf(id)).statusCode, id).toBe(404)
  const { id } = await buildTutorial(site.db)
  expect((await pictureOf(id, 'x.svg')).statusCode).toBe(404)
})

test('the pages of the site have one in each language', async () => {
  expect((await pictureOf('site', 'ko_KR.png')).statusCode).toBe(200)
  expect((await pictureOf('site', 'en_XA.png')).statusCode).toBe(404)
})

test('every language is drawn without a font of the system, and each has its own signs', async () => {
  const drawn = async (text: string, language: string) => (await openFonts(text, language)).write(text, 60, 700)
  for (const [text, language] of [
    ['实时阴影', 'zh'],
    ['リアルタイム', 'ja'],
    ['실시간 그림자', 'ko'],
    ['Тени', 'ru'],
    ['Schärfe für später', 'de'],
    ['Éclairage œuvre', 'fr'],
    ['Iluminação ação', 'pt'],
    ['¿Cómo?', 'es'],
  ] as const) {
    const { path, width } = await drawn(text, language)
    const signs = [...text.replaceAll(' ', '')].length
    expect(width, text).toBeGreaterThan(signs * 10)
    expect(path.match(/Z/g)?.length ?? 0, text).toBeGreaterThanOrEqual(signs)
  }
  expect((await drawn('’', 'fr')).width).toBeLessThan(30)
  expect((await drawn('直', 'zh')).path).not.toBe((await drawn('直', 'ja')).path)
  expect(await drawn('\u{10FFFD}', 'zh')).toEqual({ path: '', width: 0 })
})

const measure = (text: string) => [...text].length

test('a title breaks between words, keeps marks with what they belong to, and ends in an ellipsis when it is too long', () => {
  expect(linesOf('Shadows in real time', 'en', { width: 12, most: 3, measure })).toEqual(['Shadows in', 'real time'])
  expect(linesOf('从阴影到光，再到水', 'zh', { width: 5, most: 3, measure })[0]).not.toMatch(/，$|^，/)
  for (const line of linesOf('光（影）、水（面）、风', 'zh', { width: 4, most: 9, measure })) {
    expect(line).not.toMatch(/^[）、]|（$/)
  }
  const cut = linesOf('one two three four five six', 'en', { width: 9, most: 2, measure })
  expect(cut).toEqual(['one two', 'three fo…'])
  expect(linesOf('Donaudampfschifffahrt', 'de', { width: 8, most: 2, measure })).toEqual(['Donaudam', 'pfschif…'])
  const wide = linesOf('Im Donaudampfschifffahrtsamt am Fluss', 'de', { width: 12, most: 9, measure })
  expect(wide).toEqual(['Im', 'Donaudampfsc', 'hifffahrtsam', 't am Fluss'])
  expect(linesOf('  ', 'en', { width: 8, most: 3, measure })).toEqual([])
})

test('lines of a title are of about the same length', () => {
  const even = evenLinesOf('aaa bbb ccc ddd eee', 'en', { width: 600, most: 3, measure: (text) => text.length * 40 })
  expect(even).toEqual(['aaa bbb ccc', 'ddd eee'])
})
