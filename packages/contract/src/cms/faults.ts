// What is wrong with a page, found by reading it (reading.ts), by looking at it (server/cms) or by both.

/** Errors found by reading the page alone (reading.ts), in the builder as on the server. */
export const readErrorKinds = [
  'required',
  'unknown_block',
  'too_long',
  'too_few',
  'too_many',
  'too_deep',
  'bad_choice',
  'not_a_number',
  'out_of_range',
  'bad_colour',
  'bad_link',
  'bad_address',
  'bad_time',
  'bad_ratio',
] as const

/** What keeps a page from being published. Those not found by reading need the server: its hosts, its rich text. */
export const errorKinds = [...readErrorKinds, 'frame_itself', 'bad_video', 'bad_text'] as const

/** What an editor should know; the page is published all the same. */
export const warningKinds = [
  'missing_alt',
  'missing_media',
  'small_picture',
  'low_contrast',
  'dead_link',
  'past_countdown',
  'nothing_shown',
] as const

export type FaultKind = (typeof errorKinds)[number] | (typeof warningKinds)[number]

export interface PageFault {
  kind: FaultKind
  /** Empty for the page itself. */
  blockId: string
  /** Path inside of the block's fields, as in `items.2.background.color`; empty for the block as a whole. */
  field: string
  /** A figure or a word that the sentence prints: the limit, the address, the contrast found. */
  value: string
}

export function isError({ kind }: PageFault): boolean {
  return (errorKinds as readonly string[]).includes(kind)
}
