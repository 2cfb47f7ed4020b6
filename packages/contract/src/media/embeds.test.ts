import { expect, test } from 'vitest'
import { embedOf, embedProviders } from './embeds.ts'
import { isYoutubeId } from './youtube-id.ts'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3s', 'youtube'],
  ['https://youtu.be/dQw4w9WgXcQ', 'youtube'],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'youtube'],
  ['https://vimeo.com/123456789', 'vimeo'],
  ['https://www.bilibili.com/video/BV1xx411c7mD/?p=2', 'bilibili'],
  ['https://v.youku.com/v_show/id_XNDQwNjE2MDQ=.html', 'youku'],
  ['https://v.qq.com/x/page/a0012345678.html', 'tencent'],
  ['https://codepen.io/ada/pen/abcdEF', 'codepen'],
  ['https://jsfiddle.net/ada/abc123de/', 'jsfiddle'],
  ['https://www.shadertoy.com/view/4dXGR4', 'shadertoy'],
])('%s is embedded, and its page and player are embedded as the same [VIDEO-002]', (address, provider) => {
  const embed = embedOf(address)
  expect(embed?.provider).toBe(provider)
  expect(embedOf(embed?.page ?? '')).toEqual(embed)
  expect(embedOf(embed?.player ?? '')).toEqual(embed)
})

test('the ids of videos on YouTube are eleven characters, in every form of address, and no other id passes for one', () => {
  const addresses = (id: string) => [
    `https://www.youtube.com/watch?v=${id}`,
    `https://youtu.be/${id}`,
    `https://www.youtube.com/embed/${id}`,
    `https://www.youtube.com/live/${id}`,
  ]
  for (const id of ['dQw4w9WgXcQ', 'a-b_c-d_e-f']) {
    expect(isYoutubeId(id)).toBe(true)
    for (const address of addresses(id)) expect(embedOf(address)?.player).toMatch(new RegExp(`/embed/${id}$`))
  }
  for (const id of ['', 'dQw4w9WgXc', 'dQw4w9WgXcQQ', 'dQw4w9WgX%20Q', 'vd_01jq']) {
    expect([id, isYoutubeId(id)]).toEqual([id, false])
    for (const address of addresses(id)) expect([address, embedOf(address)]).toEqual([address, null])
  }
})

test('every offered site has been tried', () => {
  expect(embedProviders).toHaveLength(8)
})

test.each([
  'https://evil.example/watch?v=dQw4w9WgXcQ',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=too-short',
  'https://www.youtube.com@evil.example/embed/dQw4w9WgXcQ',
  'https://www.youtube.com:8443/embed/dQw4w9WgXcQ',
  'javascript:alert(1)//youtube.com/embed/dQw4w9WgXcQ',
  'https://player.vimeo.com/video/../../x',
  'not an address',
  '',
])('%j is not embedded', (address) => {
  expect(embedOf(address)).toBeNull()
})
