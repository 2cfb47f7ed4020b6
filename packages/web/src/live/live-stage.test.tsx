// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleItem, sampleLive } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { LiveStage } from './live-stage.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

test.each([
  ['coming', {}, '开始后，这里可以提问。'],
  ['ended', {}, '这场直播没有录像。'],
  ['ended', { cancelled: true }, '这场直播取消了。'],
] as const)('a session that names nobody says what becomes of it: %s, %o', (phase, change, text) => {
  const item = sampleItem({
    type: 'liveSession',
    liveDetails: sampleLive(change),
  })
  const { container } = show(<LiveStage item={item} phase={phase} questions={null} isMaker={false} />)
  expect(container.textContent?.replaceAll(/\s/g, '')).toBe(text)
})
