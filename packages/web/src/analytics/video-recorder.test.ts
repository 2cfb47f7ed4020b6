import type { VideoFacts } from '@lantern/contract/media/player-events.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EngagementEvent } from './event-queue.ts'
import { videoRecorder } from './video-recorder.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function setUp() {
  const facts: VideoFacts = {
    id: 'vd_1',
    videoUrl: '/media/videos/vd_1/main.m3u8',
    videoLength: 120,
    caption: false,
    captionLanguage: null,
    position: 0,
  }
  const told: EngagementEvent[] = []
  return {
    facts,
    told,
    ...videoRecorder(
      () => facts,
      (event) => told.push(event),
    ),
  }
}

test('play and pause are sent after 500 ms, with where the video is then', () => {
  const { facts, told, onEvent } = setUp()
  onEvent({ kind: 'play' })
  vi.advanceTimersByTime(499)
  expect(told).toEqual([])
  facts.position = 0.5
  vi.advanceTimersByTime(1)
  facts.position = 31.24
  onEvent({ kind: 'pause' })
  vi.advanceTimersByTime(500)
  expect(told.map(({ eventType, data }) => [eventType, data.stopLength])).toEqual([
    ['play', 0.5],
    ['pause', 31.2],
  ])
})

test('a video that is started and stopped at once was not played', () => {
  const { told, onEvent } = setUp()
  for (const kind of ['play', 'pause', 'play', 'pause'] as const) {
    onEvent({ kind })
    vi.advanceTimersByTime(200)
  }
  vi.advanceTimersByTime(5_000)
  expect(told).toEqual([])
})

test('a person who is active at the player, and no longer, is told', () => {
  const { told, onEvent } = setUp()
  onEvent({ kind: 'active' })
  onEvent({ kind: 'inactive' })
  expect(told.map(({ data }) => data.engagementType)).toEqual(['active', 'inactive'])
})

test('full screen, speed, subtitle language and captions on and off each send an event', () => {
  const { told, onEvent } = setUp()
  onEvent({ kind: 'fullscreen' })
  onEvent({ kind: 'rate', rate: 1.5 })
  onEvent({ kind: 'captionLanguage', language: 'en' })
  onEvent({ kind: 'caption', isOn: true })
  onEvent({ kind: 'caption', isOn: false })
  expect(told.map(({ eventType }) => eventType)).toEqual([
    'fullScreen',
    'playbackSpeed',
    'subtitleLanguage',
    'captionOn',
    'captionOff',
  ])
  expect(told[1]?.data.rate).toBe(1.5)
})

test('an event says which video, how long, with which captions, where it stopped and what happened', () => {
  const { facts, told, onEvent } = setUp()
  Object.assign(facts, { caption: true, captionLanguage: 'zh-CN', position: 12.36 })
  onEvent({ kind: 'fullscreen' })
  expect(told).toEqual([
    {
      type: 'video',
      eventType: 'fullScreen',
      data: {
        id: 'vd_1',
        videoUrl: '/media/videos/vd_1/main.m3u8',
        videoLength: 120,
        caption: true,
        captionLanguage: 'zh-CN',
        stopLength: 12.4,
        engagementType: 'fullScreen',
      },
    },
  ])
})

test('a player that goes while it plays has stopped there', () => {
  const { facts, told, onEvent, end } = setUp()
  onEvent({ kind: 'play' })
  vi.advanceTimersByTime(500)
  facts.position = 60
  end()
  end()
  expect(told.map(({ eventType, data }) => [eventType, data.stopLength])).toEqual([
    ['play', 0],
    ['pause', 60],
  ])
})
