import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { Media } from './videos.ts'

const medium = {
  id: 'vd_1',
  type: 'video',
  title: '',
  image: { url: '/a.webp', gif: false, width: 100, height: 56 },
  originalImage: null,
  playlist: [{ url: '/a.mp4', contentType: 'video/mp4' }],
  downloadUrl: '/a.mp4',
  subtitleMap: { zh: '/zh.vtt' },
  subtitles: [{ url: '/zh.vtt', language: 'zh', label: '中文', default: true }],
  oembed: { html: '<iframe></iframe>', width: 640, height: 360, provider_name: 'Vimeo' },
  isPrivate: false,
  state: 'ready',
  duration: 60,
  heights: [360],
}

test('media are pictures, videos, attached videos or WebGL builds, with all that shows them [VIDEO-008] [VIDEO-009]', () => {
  const fits = (type: string) => Value.Check(Media, { ...medium, type })
  expect(['img', 'video', 'videoattachment', 'webgl'].map(fits)).toEqual([true, true, true, true])
  expect(['image', 'audio', ''].map(fits)).toEqual([false, false, false])
  for (const field of Object.keys(medium)) {
    const { [field as 'id']: _, ...rest } = medium
    expect([field, Value.Check(Media, rest)]).toEqual([field, false])
  }
})
