export const mostCommentCharacters = 5000

/** Answers that nobody has marked, and those that have their marks. */
export const markStates = ['waiting', 'marked'] as const
export type MarkState = (typeof markStates)[number]
