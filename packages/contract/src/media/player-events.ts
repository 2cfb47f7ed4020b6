// A player's events, as analytics counts them.

export type PlayerEvent =
  | { kind: 'play' }
  | { kind: 'pause' }
  | { kind: 'active' }
  | { kind: 'inactive' }
  | { kind: 'fullscreen' }
  | { kind: 'rate'; rate: number }
  | { kind: 'captionLanguage'; language: string }
  | { kind: 'caption'; isOn: boolean }

/** How the video stands at that moment. */
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
