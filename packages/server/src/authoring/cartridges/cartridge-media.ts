import type { Services } from '#kit/services.ts'
import type { StoredFile } from '../exchange/stream-zip.ts'
import { findMedia } from '../packages/packed-media.ts'

export interface CartridgeMedia {
  /** Where a picture, a film or a file lies in the cartridge; null: it is gone. */
  pathOf(id: string): string | null
  captionsOf(id: string): { language: string; isDefault: boolean; path: string }[]
  nameOf(id: string): string
  files: StoredFile[]
  /** Captions, by their path. */
  texts: Map<string, Buffer>
}

/** Where other systems look for what pages show. */
export const mediaFolder = 'web_resources'

/** The media of these ids under paths that say what is in them: the same content gives the same cartridge. */
export async function cartridgeMedia(services: Services, ids: readonly string[]): Promise<CartridgeMedia> {
  const found = await findMedia(services, ids)
  const texts = new Map<string, Buffer>()
  const known = new Map(
    found.map(({ id, storageKey, packed: { sha256, name, byteSize, captions = [] } }) => {
      const folder = `${mediaFolder}/${sha256.slice(0, 16)}`
      const tracks = captions.map(({ language, isDefault, vtt }) => {
        const path = `${folder}/${safeName(language)}.vtt`
        texts.set(path, Buffer.from(vtt))
        return { language, isDefault, path }
      })
      return [id, { path: `${folder}/${safeName(name)}`, name, storageKey, byteSize, tracks }] as const
    }),
  )
  return {
    pathOf: (id) => known.get(id)?.path ?? null,
    captionsOf: (id) => known.get(id)?.tracks ?? [],
    nameOf: (id) => known.get(id)?.name ?? '',
    files: [...known.values()],
    texts,
  }
}

/** No path, nothing that another machine's files cannot be called. */
function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}\\/:*?"<>|%]/gu, '_')
    .replace(/^\.+/, '_')
  const ending = /\.\w{1,8}$/.exec(plain)?.[0] ?? ''
  return `${[...plain.slice(0, plain.length - ending.length)].slice(0, 80).join('')}${ending}` || 'file'
}
