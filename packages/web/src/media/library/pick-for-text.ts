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

/** Keeps a picture, for text that will show it. Rejects with the words for what went wrong (`UploadFailure`). */
export async function uploadPicture(file: File): Promise<{ imageId: string; alt: string; url: string }> {
  const { imageId, alt, url } = await uploadFile(file, 'image')
  if (!imageId || !url) throw new Error('A picture was kept without becoming one')
  return { imageId, alt, url }
}
