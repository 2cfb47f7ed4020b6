import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import type { PageFault } from '@lantern/contract/cms/faults.ts'
import { readContent } from '@lantern/contract/cms/page-content.ts'

/**
 * Everything that is wrong with the page as it stands: what reading it finds at once, and what only the server can see,
 * as it saw it last.
 */
export function liveFaults(content: PageContent, seen: readonly PageFault[]): PageFault[] {
  const { faults: found } = readContent(content)
  const known = new Set(found.map(nameOf))
  const kinds = new Set<string>(readHere)
  // what a source has to be goes by the type beside it, which reading does not know of
  const isReadHere = ({ kind, field }: PageFault) => kinds.has(kind) && !field.endsWith('source')
  return [...found, ...seen.filter((fault) => !isReadHere(fault) && !known.has(nameOf(fault)))]
}

/** Faults of these kinds are known without the server: one that is not found any more is mended. */
const readHere = [
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
] satisfies PageFault['kind'][]

function nameOf({ kind, blockId, field }: PageFault): string {
  return `${kind} ${blockId} ${field}`
}
