import type { PickedMedia, PickKind } from '../editor/commands.ts'
import { uploadFile } from '../upload/uploads.ts'
import { pickMedia } from './pick-media.ts'

/** For rich text: the choice in the library, as the text refers to it. */
export async function pickForText(kind: PickKind): Promise<PickedMedia | null> {
  const chosen = await pickMedia(kind)
  if (chosen?.imageId) return { kind: 'image', imageId: chosen.imageId, alt: chosen.alt }
  if (chosen?.videoId) return { kind: 'video', videoId: chosen.videoId, title: chosen.name }
  return null
}

/** For rich text: keeps a picture from the clipboard in the library. */
export async function uploadPicture(file: File): Promise<{ imageId: string; alt: string }> {
  const { imageId, alt } = await uploadFile(file, 'image')
  if (!imageId) throw new Error('A picture was kept without becoming one')
  return { imageId, alt }
}
