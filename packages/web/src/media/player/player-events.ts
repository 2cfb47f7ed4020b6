// What a player tells of itself, as whoever counts such things wants to hear it.

export type PlayerEvent =
  | { kind: 'play' }
  | { kind: 'pause' }
  | { kind: 'active' }
  | { kind: 'inactive' }
  | { kind: 'fullscreen' }
  | { kind: 'rate'; rate: number }
  | { kind: 'captionLanguage'; language: string }
  | { kind: 'caption'; isOn: boolean }

export interface VideoFacts {
  id: string
  videoUrl: string
  /** Seconds. */
  videoLength: number
  caption: boolean
  captionLanguage: string | null
  /** Where it is, in seconds. */
  position: number
}

/** A hook: what the player calls with its events is the same function as long as the player is there. */
export type UseRecorder = (facts: () => VideoFacts) => (event: PlayerEvent) => void
