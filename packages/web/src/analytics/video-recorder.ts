import { type EngagementType, playDelayMs, videoEventType } from '@lantern/contract/analytics/engagement-rules.ts'
import type { PlayerEvent, VideoFacts } from '@lantern/contract/media/player-events.ts'
import type { EngagementEvent } from './event-queue.ts'

/**
 * Makes engagement events of a player's. Play and pause wait half a second: a viewer who starts and stops at once, or
 * only looks for a place, has not played.
 */
export function videoRecorder(facts: () => VideoFacts, tell: (event: EngagementEvent) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPlaying = false

  function say(engagementType: EngagementType, more: { rate?: number } = {}): void {
    const { position, ...video } = facts()
    tell({
      type: videoEventType,
      eventType: engagementType,
      data: { ...video, stopLength: Math.round(position * 10) / 10, engagementType, ...more },
    })
  }

  function sayLater(playing: boolean): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (playing === isPlaying) return
      isPlaying = playing
      say(playing ? 'play' : 'pause')
    }, playDelayMs)
  }

  return {
    onEvent(event: PlayerEvent): void {
      if (event.kind === 'play' || event.kind === 'pause') sayLater(event.kind === 'play')
      else say(engagementOf(event), event.kind === 'rate' ? { rate: event.rate } : {})
    },
    /** The player goes: a playing video has stopped here. */
    end(): void {
      clearTimeout(timer)
      if (isPlaying) say('pause')
      isPlaying = false
    },
  }
}

function engagementOf(event: Exclude<PlayerEvent, { kind: 'play' | 'pause' }>): EngagementType {
  switch (event.kind) {
    case 'active':
    case 'inactive':
      return event.kind
    case 'fullscreen':
      return 'fullScreen'
    case 'rate':
      return 'playbackSpeed'
    case 'captionLanguage':
      return 'subtitleLanguage'
    case 'caption':
      return event.isOn ? 'captionOn' : 'captionOff'
  }
}
