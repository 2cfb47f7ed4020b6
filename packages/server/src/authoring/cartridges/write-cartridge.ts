import type { Readable } from 'node:stream'
import type { CartridgePreview } from '@lantern/contract/authoring/cartridges.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import type { Services } from '#kit/services.ts'
import { streamZip } from '../exchange/stream-zip.ts'
import { mediaIdsIn } from '../packages/media-refs.ts'
import { type GatheredItem, gatherItems, headOf } from '../packages/write-package.ts'
import { cartridgeMedia } from './cartridge-media.ts'
import { layOutCartridge } from './lay-out-cartridge.ts'
import { writeManifest } from './write-manifest.ts'

/**
 * An item with everything in it as a Common Cartridge 1.3: what learners see, or the draft where there is nothing else.
 * What a cartridge cannot say is in the notes.
 */
async function makeCartridge(services: Services, viewer: SignedIn, id: string) {
  const gathered = await gatherItems(services, viewer, { id })
  const ids = new Set(gathered.items.flatMap(({ forms }) => [...mediaIdsIn(forms)]))
  const media = await cartridgeMedia(services, [...ids])
  const { texts, notes, ...cartridge } = await layOutCartridge(services, gathered.items, media)
  texts.set('imsmanifest.xml', writeManifest(cartridge))
  return { ...gathered, media, texts, notes }
}

export async function writeCartridge(
  services: Services,
  viewer: SignedIn,
  id: string,
): Promise<{ name: string; stream: Readable }> {
  const { name, media, texts } = await makeCartridge(services, viewer, id)
  const written = [...texts].map(([path, text]) => [path, Buffer.from(text)] as const)
  const stream = streamZip(services, new Map([...written, ...media.texts]), media.files)
  return { name: `${name}.imscc`, stream }
}

const mostNotes = 500

/** What a cartridge of it would not hold, or would hold otherwise. */
export async function previewOfCartridge(services: Services, viewer: SignedIn, id: string): Promise<CartridgePreview> {
  const { items, changed, leftOut, notes } = await makeCartridge(services, viewer, id)
  const named = (item: GatheredItem) => ({ id: item.id, type: item.type, title: headOf(item.forms).title })
  return {
    items: items.length,
    unpublishedChanges: changed.map(named),
    leftOut,
    notes: notes.slice(0, mostNotes),
  }
}
