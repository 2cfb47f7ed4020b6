import { expect, test } from 'vitest'
import { isImageWidth, offeredWidths, resizedUrl, srcset, thumbnailUrl, widthFor } from './image-url.ts'

test('a picture is offered in the widths below its own and the first that holds all of it', () => {
  expect(offeredWidths(150)).toEqual([200])
  expect(offeredWidths(400)).toEqual([200, 400])
  expect(offeredWidths(750)).toEqual([200, 400, 600, 800])
  expect(offeredWidths(5000)).toHaveLength(10)
})

test('srcset tells the width that really comes, so that a browser does not take a small picture for a large one', () => {
  expect(srcset({ id: 'img_a', width: 350 }, 'avif')).toBe(
    '/media/images/img_a/200.avif 200w, /media/images/img_a/400.avif 350w',
  )
})

test('the smallest width that fills the place is taken', () => {
  expect(widthFor({ width: 1600 }, 772)).toBe(800)
  expect(widthFor({ width: 300 }, 772)).toBe(400)
})

test('a drawing stays a drawing on a card, a photograph gets a size that can be changed later', () => {
  expect(thumbnailUrl({ id: 'img_a', width: 570, height: 320, extension: 'svg' })).toBe('/media/images/img_a/orig.svg')
  const photograph = thumbnailUrl({ id: 'img_b', width: 1600, height: 900, extension: 'jpg' })
  expect(photograph).toBe('/media/images/img_b/800.webp')
  expect(resizedUrl(photograph, 400)).toBe('/media/images/img_b/400.webp')
  expect(resizedUrl('/media/images/img_a/orig.svg', 400)).toBe('/media/images/img_a/orig.svg')
  expect(resizedUrl('https://example.com/800.webp', 400)).toBe('https://example.com/800.webp')
})

test.each([0, 100, 250, 2200, Number.NaN])('%s is not a width that can be asked for', (width) => {
  expect(isImageWidth(width)).toBe(false)
})
