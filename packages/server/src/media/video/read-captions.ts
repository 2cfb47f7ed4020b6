import { type CaptionFault, parseCaptions, writeVtt } from '@lantern/contract/media/captions.ts'
import type { Errand } from '#kit/aside.ts'

export type ReadCaptions = { vtt: string; skipped: number } | { fault: CaptionFault }

/** Runs in a process of its own (kit/aside.ts). Captions as every player reads them alike, from WebVTT or SubRip. */
export function captions({ input }: Errand<string>): ReadCaptions {
  const parsed = parseCaptions(input)
  return 'fault' in parsed ? parsed : { vtt: writeVtt(parsed.cues), skipped: parsed.skipped }
}
