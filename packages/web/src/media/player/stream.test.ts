import { expect, test } from 'vitest'
import { levelOf, nativeSource } from './stream.ts'
import { sampleMedia } from './testing/video.ts'

const levels = [
  { width: 720, height: 1280 },
  { width: 480, height: 854 },
  { width: 240, height: 426 },
]

test('a quality is found by the short side; High is the best there is and Auto leaves the choice', () => {
  expect(['High', '720p', '480p', '240p', 'Auto'].map((name) => levelOf(name as 'High', levels))).toEqual([
    0, 0, 1, 2, -1,
  ])
  expect(levelOf('High', [...levels].reverse())).toBe(2)
  // not made for this video: the player chooses
  expect(levelOf('1080p', levels)).toBe(-1)
})

test('without a builder of streams only video/mp4 plays, unless the browser plays playlists itself [VIDEO-031]', () => {
  const plays = (type: string) => ({
    canPlayType: (asked: string) => (asked === type ? ('maybe' as const) : ('' as const)),
  })
  expect(nativeSource(plays('video/mp4'), sampleMedia())).toMatch(/video\.mp4$/)
  expect(nativeSource(plays('application/vnd.apple.mpegurl'), sampleMedia())).toMatch(/master\.m3u8$/)
  const webm = [{ url: '/a.webm', contentType: 'video/webm' }]
  expect(nativeSource(plays('video/webm'), sampleMedia({ playlist: webm }))).toBeNull()
})
