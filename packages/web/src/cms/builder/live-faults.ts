import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import { type PageFault, readErrorKinds } from '@lantern/contract/cms/faults.ts'
import { readContent } from '@lantern/contract/cms/page-content.ts'

/**
 * Everything that is wrong with the page as it stands: what reading it finds at once, and what only the server can see,
 * as it saw it last.
 */
export function liveFaults(content: PageContent, seen: readonly PageFault[]): PageFault[] {
  const { faults: found } = readContent(content)
  // once each, though the preview and a check before publishing saw it both
  const known = new Map(found.map((fault) => [nameOf(fault), fault]))
  // `source` depends on its sibling `type`, which the reader of fields cannot check
  const isReadHere = ({ kind, field }: PageFault) => readKinds.has(kind) && !field.endsWith('source')
  for (const fault of seen) if (!isReadHere(fault) && !known.has(nameOf(fault))) known.set(nameOf(fault), fault)
  return [...known.values()]
}

/** A fault of these kinds that reading no longer finds is mended: the server need not say so. */
const readKinds = new Set<string>(readErrorKinds)

function nameOf({ kind, blockId, field }: PageFault): string {
  return `${kind} ${blockId} ${field}`
}
