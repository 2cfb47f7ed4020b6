import type { PlayerEvent, VideoFacts } from '@lantern/contract/media/player-events.ts'

/** A hook: what the player calls with its events is the same function as long as the player is there. */
export type UseRecorder = (facts: () => VideoFacts) => (event: PlayerEvent) => void
