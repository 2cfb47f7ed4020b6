import type { Services } from '#kit/services.ts'

/** Where what is played of a video lies. Another making of it gets another edition, so that nothing is ever changed. */
export function editionPrefix(videoId: string, edition: string): string {
  return `videos/${videoId}/${edition}/`
}

/** The job by which files go whose rows are gone. */
export const forgettingJob = 'media.forget_files'

/** Deletes every edition of a video but these. */
export async function deleteEditions(
  { storage }: Pick<Services, 'storage'>,
  videoId: string,
  except: readonly string[],
): Promise<void> {
  const kept = except.map((edition) => editionPrefix(videoId, edition))
  for await (const key of storage.keys(`videos/${videoId}/`)) {
    if (!kept.some((prefix) => key.startsWith(prefix))) await storage.delete(key)
  }
}

export async function deleteEdition(
  { storage }: Pick<Services, 'storage'>,
  videoId: string,
  edition: string,
): Promise<void> {
  for await (const key of storage.keys(editionPrefix(videoId, edition))) await storage.delete(key)
}

export const videoFileTypes: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
}
