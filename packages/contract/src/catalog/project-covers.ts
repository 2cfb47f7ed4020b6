/** So many projects of a course show their cover; the others are named without one. */
export const maxProjectCovers = 2

/** Which of the projects show a cover: the first two where covers are wanted, none otherwise. */
export function withProjectCovers<T>(projects: readonly T[], withCover: boolean): { project: T; hasCover: boolean }[] {
  return projects.map((project, index) => ({ project, hasCover: withCover && index < maxProjectCovers }))
}
