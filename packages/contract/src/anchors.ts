/** Names the places of one text that links reach, each once: as its writer named it, else by its words. */
export function anchorMaker(): (words: string, wanted: string | null) => string {
  const used = new Set<string>()
  return (words, wanted) => {
    const base = (wanted ?? anchorOf(words)) || 'section'
    let anchor = base
    for (let count = 1; used.has(anchor); count++) anchor = `${base}-${count}`
    used.add(anchor)
    return anchor
  }
}

/** What words make, as the common Markdown sites do it. */
export function anchorOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
    .slice(0, 100)
}
