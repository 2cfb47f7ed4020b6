/** A text of headings, paragraphs and lists, as content/legal holds them. */
export interface LegalText {
  title: string
  /** YYYY-MM-DD */
  updated: string
  sections: LegalSection[]
}

export interface LegalSection {
  /** Null before the first heading. */
  heading: string | null
  blocks: ({ kind: 'paragraph'; text: string } | { kind: 'list'; items: string[] })[]
}

/** Front matter with title and date, then second-level headings, paragraphs and `- ` lists; nothing else is meant. */
export function parseLegalText(source: string): LegalText {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? []
  const sections: LegalSection[] = [{ heading: null, blocks: [] }]
  for (const block of body.trim().split(/\n{2,}/)) {
    if (block.startsWith('## ')) sections.push({ heading: block.slice(3).trim(), blocks: [] })
    else if (block.startsWith('- ')) {
      sections.at(-1)?.blocks.push({ kind: 'list', items: block.split(/\n?^- /m).filter(Boolean) })
    } else if (block) sections.at(-1)?.blocks.push({ kind: 'paragraph', text: block.replaceAll('\n', ' ') })
  }
  return { title: field(head, 'title'), updated: field(head, 'updated'), sections }
}

function field(head: string, name: string): string {
  return new RegExp(`^${name}: (.+)$`, 'm').exec(head)?.[1]?.trim() ?? ''
}
