import { blockKinds } from '@lantern/contract/cms/block-kinds.ts'
import type { CmsImage } from '@lantern/contract/cms/fields.ts'
import { type FieldPlace, mapFields } from '@lantern/contract/cms/walk-fields.ts'
import { embedOrigins } from '@lantern/contract/media/embeds.ts'
import { everyBlock, type ManagedPage } from '#cms/index.ts'

/** Other sites whose pictures and films, or whose pages in frames, a page shows: its headers let it show these and no others. */
export interface OutsideOrigins {
  media: string[]
  frames: string[]
}

/** What the blocks of a page need, before they are drawn. */
export function outsideOrigins({ blocks, packages }: Pick<ManagedPage, 'blocks' | 'packages'>): OutsideOrigins {
  const media = new Set(packages.map(({ mainImage, iconImage }) => originOf(mainImage || iconImage)))
  const frames = new Set<string | null>()
  for (const block of everyBlock(blocks)) {
    mapFields(blockKinds[block.kind].fields, block.fields, (place) => {
      if (place.rule.is === 'image') media.add(originOf((place.value as CmsImage).value))
      else if (isFrame(place)) frames.add(originOf(String(place.value)))
      else if (place.rule.is === 'text' && place.path.endsWith('source')) media.add(originOf(String(place.value)))
      else if (place.rule.is === 'rich') for (const origin of embeddedIn(String(place.value))) frames.add(origin)
    })
  }
  return { media: known(media), frames: known(frames).filter((origin) => !embedOrigins.includes(origin)) }
}

function isFrame({ rule, path, beside }: FieldPlace): boolean {
  return rule.is === 'address' || (rule.is === 'text' && path.endsWith('source') && beside.type === 'iframe')
}

function embeddedIn(html: string): (string | null)[] {
  return [...html.matchAll(/data-embed="([^"]+)"/g)].map(([, address = '']) => originOf(address))
}

function originOf(address: string): string | null {
  return /^https?:\/\//.test(address) && URL.canParse(address) ? new URL(address).origin : null
}

function known(origins: ReadonlySet<string | null>): string[] {
  return [...origins].filter((origin) => origin !== null)
}
