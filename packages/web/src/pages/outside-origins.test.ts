import type { KeptBlock } from '@lantern/contract/cms/blocks.ts'
import { readBlocks } from '@lantern/contract/cms/reading.ts'
import { expect, test } from 'vitest'
import { type OutsideOrigins, outsideOrigins } from './outside-origins.ts'
import { showManaged } from './show-managed.ts'

const origins = (...kept: Omit<KeptBlock, 'id'>[]) => {
  const { blocks } = readBlocks(kept.map((one, at) => ({ id: `bk_${at}`, ...one })))
  return outsideOrigins({ blocks, packages: [] })
}
const none: OutsideOrigins = { media: [], frames: [] }
const image = (value: string) => ({ value, alt: '', width: 0, height: 0 })

test('a page needs the sites of its pictures, films and frames, and none for what is its own', () => {
  expect(
    origins(
      { kind: 'image-cards', fields: { items: [{ image: image('https://a.example/x.png'), title: 'x' }] } },
      {
        kind: 'hero',
        fields: { items: [{ headline: 'x', background: { value: image('/media/images/im_1/800.webp') } }] },
      },
      { kind: 'media', fields: { type: 'video', source: 'https://films.example/a.mp4' } },
      { kind: 'media', fields: { type: 'youtube', source: 'dQw4w9WgXcQ' } },
      {
        kind: 'container',
        fields: {},
        children: [{ id: 'in', kind: 'iframe', fields: { title: 'x', src: 'https://b.example/f' } }],
      },
      {
        kind: 'description',
        fields: { type: 'rich', value: '<figure data-embed="https://c.example/p?x=1"></figure>' },
      },
      // the headers of every page allow it
      { kind: 'media', fields: { type: 'iframe', source: 'https://player.vimeo.com/video/1' } },
    ),
  ).toEqual({
    media: ['https://a.example', 'https://films.example'],
    frames: ['https://b.example', 'https://c.example'],
  })
  expect(origins({ kind: 'heading', fields: { value: 'https://a.example/' } })).toEqual(none)
})

/** Whether a followed link shows the page, or where it loads a document instead. */
async function follow(outside: OutsideOrigins, known = none) {
  const url = new URL('http://site.test/summer?page=1')
  try {
    return await showManaged({ url, serverLoader: async () => ({ outside }) }, known)
  } catch (answer) {
    if (!(answer instanceof Response)) throw answer
    return [answer.headers.get('location'), answer.headers.has('x-remix-reload-document')]
  }
}

test('a link to a page that shows other sites loads it as a document, whose headers allow them', async () => {
  const outside = { media: ['https://a.example'], frames: [] }
  expect(await follow(none)).toEqual({ outside: none })
  expect(await follow(outside)).toEqual(['/summer?page=1', true])
  expect(await follow({ media: [], frames: ['https://a.example'] }, outside)).toEqual(['/summer?page=1', true])
  // this document has come with them
  expect(await follow(outside, outside)).toEqual({ outside })
})
