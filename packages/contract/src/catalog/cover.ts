// The picture of an item that came without one: drawn from its first topic and its title, by its address alone.

/** What a cover is about; each has a drawing of its own. */
export const coverTopics = [
  'rendering',
  'lighting',
  'shaders',
  'animation',
  'physics',
  'ui',
  'audio',
  'ai',
  'networking',
  'performance',
  'scripting',
  'tools',
  'vfx',
  'world-building',
  '2d',
  'mobile',
] as const
export type CoverTopic = (typeof coverTopics)[number]

/** The same title has the same cover, on every page and day. */
export function coverAddress(item: { title: string; topicIds: readonly string[] }): string {
  const seed = hashOf(item.title)
  const known = item.topicIds.flatMap((id) => coverTopics.find((topic) => topic === id) ?? [])[0]
  return `/media/covers/${known ?? coverTopics[seed % coverTopics.length]}/${seed.toString(36)}.svg`
}

/** FNV-1a over the characters. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
