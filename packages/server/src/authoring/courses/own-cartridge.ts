// What a cartridge of this site says beside what every reader knows, for the way back (`../cartridges`).

/** Names of lines of the outline, which other systems show like every other line. */
export const ownIds = {
  /** Around what stands before the first chapter. */
  noChapter: 'lantern-no-chapter',
  /** The end of the name of a page that tells what a lesson is about. */
  about: 'lantern-about',
} as const

/** Behind this stand files of the lesson that none of its steps has; before it, its description. */
export const materialsMark = '<!--lantern-materials-->'
