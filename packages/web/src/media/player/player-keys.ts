import { latinKey } from '#ui/latin-key.ts'

/** What a key asks a player for. */
export type KeyAct =
  | { act: 'toggle' }
  | { act: 'mute' }
  | { act: 'fullscreen' }
  | { act: 'seek'; by: number }
  | { act: 'volume'; by: number }
  | { act: 'jump'; to: number }

const seekStep = 5
export const volumeStep = 0.1

const acts: Record<string, KeyAct> = {
  ' ': { act: 'toggle' },
  MediaPlayPause: { act: 'toggle' },
  m: { act: 'mute' },
  f: { act: 'fullscreen' },
  ArrowLeft: { act: 'seek', by: -seekStep },
  ArrowRight: { act: 'seek', by: seekStep },
  ArrowUp: { act: 'volume', by: volumeStep },
  ArrowDown: { act: 'volume', by: -volumeStep },
}

interface Pressed {
  key: string
  code?: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** The keys of the player; digits jump to tenths. With a modifier a key belongs to the browser. */
export function actOfKey(pressed: Pressed): KeyAct | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null
  const key = latinKey(pressed)
  if (/^[0-9]$/.test(key)) return { act: 'jump', to: Number(key) / 10 }
  return acts[key] ?? null
}

/**
 * Whether a key pressed here is the player's: menus and fields keep theirs, a slider of something else than the place is
 * moved with the arrows, and a button is pressed with the space.
 */
export function isForPlayer(target: Element, key: string): boolean {
  if (target.closest('[role="menu"], [role="dialog"] input, input:not([type="range"]), textarea, select')) return false
  if (key.startsWith('Arrow') && target.closest('[data-own-arrows]')) return false
  return !(key === ' ' && target.closest('button, a, summary'))
}
