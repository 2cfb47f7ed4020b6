import { expect, test } from 'vitest'
import { holdsText } from './holds-text.ts'

const doc = (...paragraphs: string[]) => ({
  type: 'doc',
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})

test('what was only added to, at one place or at several, holds what was there', () => {
  expect(holdsText('学会打光和阴影', '学会打光')).toBe(true)
  expect(holdsText('a first and a second word', 'a first word')).toBe(true)
  expect(holdsText('one, two and three more', 'one two three')).toBe(true)
  expect(holdsText({ body: doc('Open it.', 'Look.', 'Save.') }, { body: doc('Open it.', 'Save.') })).toBe(true)
  // a paragraph that was broken in two has the same words
  expect(holdsText({ body: doc('Open it.', 'Save.') }, { body: doc('Open it. Save.') })).toBe(true)
  expect(holdsText({ title: 'x', language: 'en' }, { title: '' })).toBe(true)
})

test('a word that is gone, or written over, is not held', () => {
  expect(holdsText('', '学会打光')).toBe(false)
  expect(holdsText('one three', 'one two three')).toBe(false)
  expect(holdsText('a long text in which c, a and t stand apart', 'cat')).toBe(false)
  expect(holdsText({ body: doc('Open it.') }, { body: doc('Open it.', 'Save.') })).toBe(false)
  expect(holdsText({ body: null }, { body: doc('Open it.') })).toBe(false)
  expect(holdsText({}, { title: '光' })).toBe(false)
})

test('the entries of a list are known by their ids, wherever they stand', () => {
  const one = { id: 'a', title: '看' }
  const other = { id: 'b', title: '做' }
  expect(holdsText([other, { ...one, title: '看一看' }], [one, other])).toBe(true)
  expect(holdsText([other], [one, other])).toBe(false)
  expect(holdsText([{ ...one, id: 'c' }, other], [one, other])).toBe(false)
})

test('a picture in a text is part of it', () => {
  const picture = { type: 'image', attrs: { imageId: 'im_1', alt: '灯', width: 300 } }
  const withPicture = { type: 'doc', content: [...doc('看').content, picture] }
  expect(holdsText(doc('看'), withPicture)).toBe(false)
  expect(holdsText(withPicture, doc('看'))).toBe(true)
})
