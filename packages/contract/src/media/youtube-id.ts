/** Ids of videos on YouTube are eleven characters; our own look different. */
export const youtubeIdPattern = '[\\w-]{11}'

const onlyId = new RegExp(`^${youtubeIdPattern}$`)

export function isYoutubeId(id: string): boolean {
  return onlyId.test(id)
}
