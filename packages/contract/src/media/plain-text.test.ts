import { expect, test } from 'vitest'
import { plainText, spokenText } from './plain-text.ts'
import type { RichText } from './rich-document.ts'

const words = { type: 'paragraph', content: [{ type: 'text', text: '看这里' }] }
const picture = (alt: string) => ({ type: 'image', attrs: { imageId: 'img_0a1b', alt, caption: '', width: 'full' } })
const film = { type: 'video', attrs: { videoId: 'vd_0a1b', caption: '' } }

function documentOf(...content: object[]): RichText {
  return { type: 'doc', content } as RichText
}

test('what people read of a text has no internal names in it; what is compared tells one picture from another', () => {
  const text = documentOf(words, picture(''), film)
  expect(spokenText(text)).toBe('看这里')
  expect(spokenText(documentOf(picture('一盏灯')))).toBe('一盏灯')
  expect(spokenText(documentOf(picture('')))).toBe('')
  expect(plainText(text)).toBe('看这里\nimg_0a1b\nvd_0a1b')
})
