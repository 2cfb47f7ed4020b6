import { readBlocks } from '@lantern/contract/cms/reading.ts'
import { expect, test } from 'vitest'
import { guestSession } from '#kit/session.tsx'
import { sampleCard } from '#testing/samples.ts'
import { thingsOf } from './managed-things.ts'

const { site } = guestSession('zh_CN')
const nothing = { legs: null, paths: [], lists: null, filters: null }

test('questions of a page are told to search engines with their answers, wherever they lie', () => {
  const faq = { id: 'b2', kind: 'faq', fields: { items: [{ title: '从哪里开始？', text: '<p>从头。</p>' }] } }
  const { blocks } = readBlocks([{ id: 'b1', kind: 'container', fields: {}, children: [faq] }])
  expect(thingsOf({ blocks }, nothing, site)).toEqual([
    {
      '@type': 'FAQPage',
      mainEntity: [
        {
          '@type': 'Question',
          name: '从哪里开始？',
          acceptedAnswer: { '@type': 'Answer', text: '<p>从头。</p>' },
        },
      ],
    },
  ])
})

test('the items of its lists are told in their order; a page without any says nothing', () => {
  const first = { ...sampleCard(), id: 'a', title: '甲' }
  const second = { ...sampleCard(), id: 'b', title: '乙' }
  const list = {
    results: [
      { id: 'b', type: 'tutorial' as const },
      { id: 'a', type: 'tutorial' as const },
    ],
    itemMap: { a: first, b: second },
    statsMap: {},
    userMap: {},
    topicMap: {},
    criteria: {},
    page: 0,
    pageSize: 16,
    total: 2,
    learner: { collectMap: {}, boughtMap: {}, recordMap: {} },
  }
  const choice = { sl: null, ob: null, tag: null, lang: null, page: 0 }
  const lists = { topics: [], byBlock: { bk_1: { nth: 0, choice, list } } }
  const [things] = thingsOf({ blocks: [] }, { ...nothing, lists }, site)
  expect(things).toMatchObject({ '@type': 'ItemList', itemListElement: [{ name: '乙' }, { name: '甲' }] })
  expect(thingsOf({ blocks: [] }, nothing, site)).toEqual([])
})
