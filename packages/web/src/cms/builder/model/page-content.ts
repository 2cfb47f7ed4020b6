import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import { newId } from '@lantern/contract/ids.ts'
import { soundBlocks } from './block-tree.ts'

export const newBlockId = () => newId('block')

/** A stored page, so that it can be edited: nothing is cut or left out before the editor decides. */
export function soundContent(kept: unknown): PageContent {
  const { properties, blocks, packages, filters, sortings } = (isRecord(kept) ? kept : {}) as Partial<PageContent>
  return {
    properties: (isRecord(properties) ? properties : {}) as PageContent['properties'],
    blocks: soundBlocks(blocks, newBlockId),
    packages: Array.isArray(packages) ? packages : [],
    filters: Array.isArray(filters) ? filters : [],
    sortings: Array.isArray(sortings) ? sortings : [],
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
