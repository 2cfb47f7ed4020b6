/** Anchors of headings by their words, each once. */
export function anchorMaker(): (text: string, wanted: string | null) => string {
  const used = new Set<string>()
  return (text, wanted) => {
    const base = (wanted ?? anchorOf(text)) || 'section'
    let anchor = base
    for (let count = 1; used.has(anchor); count++) anchor = `${base}-${count}`
    used.add(anchor)
    return anchor
  }
}

/** As the common Markdown sites make it. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
    .slice(0, 100)
}
