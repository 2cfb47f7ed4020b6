import { anchorMaker, anchorOf } from '../anchors.ts'

/**
 * Where links reach the questions of a block: at what their editor wrote, else at the words of their titles, which then
 * differ from language to language. No two questions of a block share one.
 */
export function questionAnchors(questions: readonly { id: string; title: string }[]): string[] {
  const anchor = anchorMaker()
  return questions.map(({ id, title }) => anchor(title, anchorOf(id) || `q-${anchorOf(title)}`))
}

/** By what links reach a heading; an anchor has no spaces. Empty for none. */
export function headingAnchor(id: string): string {
  return id.trim().replace(/\s+/g, '-')
}
