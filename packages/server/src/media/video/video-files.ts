import type { Services } from '#kit/services.ts'

/** Where what is played of a video lies. Another making of it gets another edition, so that nothing is ever changed. */
export function editionPrefix(videoId: string, edition: string): string {
  return `videos/${videoId}/${edition}/`
}

/** Deletes every edition of a video but one. */
export async function deleteEditions(
  { storage }: Pick<Services, 'storage'>,
  videoId: string,
  except: string | null,
): Promise<void> {
  const kept = except && editionPrefix(videoId, except)
  for await (const key of storage.keys(`videos/${videoId}/`)) {
    if (!kept || !key.startsWith(kept)) await storage.delete(key)
  }
}

export const videoFileTypes: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
}
