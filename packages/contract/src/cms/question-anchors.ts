/**
 * Where links reach the questions of a block: at what their editor wrote, else at the words of their titles, which then
 * differ from language to language. No two questions of a block share one.
 */
export function questionAnchors(questions: readonly { id: string; title: string }[]): string[] {
  const used = new Set<string>()
  return questions.map(({ id, title }) => {
    const base = written(id) || `q-${written(title)}`
    let anchor = base
    for (let count = 1; used.has(anchor); count++) anchor = `${base}-${count}`
    used.add(anchor)
    return anchor
  })
}

/** As headings of lessons make theirs. */
function written(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
    .slice(0, 100)
}
