import type { KeptBlock } from '@lantern/contract/cms/blocks.ts'
import { readBlocks } from '@lantern/contract/cms/reading.ts'
import type { Session } from '#kit/session.tsx'
import { guestSession } from '#kit/session.tsx'
import { show } from '#testing/show.tsx'
import { blockComponents } from '../block-components.ts'
import { PageBlocks } from '../page-blocks.tsx'
import type { CmsSlots, PageData } from '../slots.ts'

interface ShowBlocksOptions {
  data?: PageData
  slots?: CmsSlots
  title?: string
  editing?: boolean
  /** The address it is shown at. */
  at?: string
}

let made = 0

/** A block as it is kept; fields that a test does not name have their defaults. */
export function block(kind: string, fields: Record<string, unknown> = {}, children: KeptBlock[] = []): KeptBlock {
  made++
  return { id: `bk_${made}`, kind, fields, children }
}

/** Blocks as a visitor sees them, after they were read as a page reads them. */
export function showBlocks(
  blocks: readonly KeptBlock[],
  { at, ...options }: ShowBlocksOptions = {},
  session?: Session,
) {
  return show(
    <PageBlocks blocks={readBlocks(blocks).blocks} components={blockComponents} {...options} />,
    session ?? {
      ...guestSession(),
      site: { ...guestSession().site, host: 'learn.example', learningHosts: ['learn.example'] },
    },
    { at },
  )
}

/** A picture of the media library. */
export function picture(id: string, alt = '') {
  return { value: `/media/images/${id}/800.webp`, alt, width: 1600, height: 900 }
}
