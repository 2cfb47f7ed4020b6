import { Schema } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { markPasted, pastedPlace, pastedPlacePlugin } from './pasted-place.ts'

const schema = new Schema({
  nodes: { doc: { content: 'paragraph+' }, paragraph: { content: 'text*' }, text: {} },
})

/** 前 | # 光 | 后, with the middle one pasted. */
function pasted(): EditorState {
  const paragraphs = ['前', '# 光', '后'].map((words) => schema.node('paragraph', null, schema.text(words)))
  const state = EditorState.create({ doc: schema.node('doc', null, paragraphs), plugins: [pastedPlacePlugin()] })
  return state.apply(markPasted(state.tr, { from: 4, to: 7 }))
}

const wordsAt = (state: EditorState) => {
  const place = pastedPlace(state)
  return place && state.doc.textBetween(place.from, place.to)
}

test('what was pasted is found where it has moved to while one types around it', () => {
  const state = pasted()
  expect(wordsAt(state)).toBe('# 光')
  const before = state.apply(state.tr.insertText('面写了一句', 2))
  expect(wordsAt(before)).toBe('# 光')
  expect(wordsAt(before.apply(before.tr.insertText('来', before.doc.content.size - 1)))).toBe('# 光')
})

test('once something in it was changed it is nowhere: the change is not written over', () => {
  const state = pasted()
  expect(wordsAt(state.apply(state.tr.insertText('和影', 6)))).toBeNull()
  expect(wordsAt(state.apply(state.tr.delete(4, 7)))).toBeNull()
})
