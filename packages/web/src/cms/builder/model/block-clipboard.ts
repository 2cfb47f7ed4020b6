import type { KeptBlock } from '@lantern/contract/cms/blocks.ts'
import { type Blocks, soundBlocks } from './block-tree.ts'

// Blocks on the clipboard are JSON, so that they go from page to page, from tab to tab and into a file. Where the
// browser does not let the page at its clipboard, the last copy in this tab is pasted.

const mark = 'lantern-blocks'

let lastCopied: string | null = null

function blocksAsText(blocks: Blocks): string {
  return JSON.stringify({ [mark]: 1, blocks })
}

/** Null when the text holds no blocks. */
export function blocksFromText(text: string, makeId: () => string): KeptBlock[] | null {
  try {
    const given = JSON.parse(text)
    if (typeof given !== 'object' || given === null || !(mark in given)) return null
    const blocks = soundBlocks(given.blocks, makeId)
    return blocks.length > 0 ? blocks : null
  } catch {
    return null
  }
}

/** For the keys, which bring the clipboard with them. */
export function copyInto(clipboard: DataTransfer | null, blocks: Blocks): void {
  lastCopied = blocksAsText(blocks)
  clipboard?.setData('text/plain', lastCopied)
}

export async function copyBlocks(blocks: Blocks): Promise<void> {
  lastCopied = blocksAsText(blocks)
  await navigator.clipboard?.writeText(lastCopied).catch(() => undefined)
}

export async function copiedBlocks(makeId: () => string): Promise<KeptBlock[] | null> {
  const text = await navigator.clipboard?.readText?.().catch(() => null)
  const found = text ? blocksFromText(text, makeId) : null
  return found ?? (lastCopied === null ? null : blocksFromText(lastCopied, makeId))
}
