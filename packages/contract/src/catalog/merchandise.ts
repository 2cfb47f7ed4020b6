/** The tag of things that are sold beside content, as shirts and books: they are ordered apart, and have no author. */
export const merchandiseTagId = 'merchandise'

export function isMerchandise({ tagIds }: { tagIds: readonly string[] }): boolean {
  return tagIds.includes(merchandiseTagId)
}
