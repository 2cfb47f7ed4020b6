import { anchorMaker } from '@lantern/contract/anchors.ts'
import { fenceTracker } from './fences.ts'

/** A lesson's text cut into its steps. */
export interface Outline {
  /** The heading at the very top, which repeats the title. */
  title: string | null
  chapters: string[]
  steps: StepText[]
  /** Every heading's anchor and the step it is in. */
  fragments: Map<string, number>
}

export interface StepText {
  /** Markdown of the heading; null for the text before the first heading. */
  heading: string | null
  anchor: string
  /** Index in `chapters`; null before the first chapter. */
  chapter: number | null
  attributes: Attributes
  text: string
}

/** Written in braces at the end of a heading: `{#anchor}`, `{type=lab optional}`. */
export type Attributes = ReadonlyMap<string, string>

/**
 * A step for each second-level heading; what stands before the first is a step of its own. First-level headings after
 * the title are chapters. Definitions of links and footnotes work in every step.
 */
export function cutIntoSteps(text: string): Outline {
  const inFence = fenceTracker()
  const outline: Outline = { title: null, chapters: [], steps: [], fragments: new Map() }
  const anchors = headingAnchors()
  const definitions: string[] = []
  let lines: string[] = []
  let current: StepText = { heading: null, anchor: '', chapter: null, attributes: new Map(), text: '' }
  let chapterAnchor: string | null = null

  for (const line of text.split('\n')) {
    const isCode = inFence(line)
    const heading = isCode ? null : headingOf(line)
    if (heading === null || heading.depth > 2) {
      if (!isCode && /^ {0,3}\[[^\]]+\]:\s*\S/.test(line)) definitions.push(line)
      if (heading) outline.fragments.set(anchors(heading), outline.steps.length)
      lines.push(line)
      continue
    }
    if (heading.depth === 1 && isTop()) {
      outline.title = heading.text
      continue
    }
    closeStep(heading.depth === 1)
    const anchor = anchors(heading)
    if (heading.depth === 1) {
      outline.chapters.push(heading.text)
      chapterAnchor = anchor
    } else {
      if (chapterAnchor) outline.fragments.set(chapterAnchor, outline.steps.length)
      chapterAnchor = null
    }
    outline.fragments.set(anchor, outline.steps.length)
    current = { heading: heading.text, anchor, chapter: chapterIndex(), attributes: heading.attributes, text: '' }
  }
  closeStep(false)
  const suffix = definitions.length > 0 ? `\n\n${definitions.join('\n')}\n` : ''
  for (const step of outline.steps) step.text += suffix
  return outline

  function isTop(): boolean {
    return outline.title === null && outline.steps.length === 0 && current.heading === null && lines.every(isBlank)
  }

  function chapterIndex(): number | null {
    return outline.chapters.length === 0 ? null : outline.chapters.length - 1
  }

  // A chapter's own heading makes a step only when text follows it.
  function closeStep(nextIsChapter: boolean): void {
    const isEmpty = lines.every(isBlank)
    const isChapterHead = chapterAnchor !== null && current.anchor === chapterAnchor
    const isNothing = isEmpty && (current.heading === null || isChapterHead)
    if (!isNothing) {
      const anchor = current.anchor || anchors({ text: 'overview', id: null })
      outline.steps.push({ ...current, anchor, text: lines.join('\n') })
      chapterAnchor = null
    } else if (nextIsChapter) chapterAnchor = null
    lines = []
  }
}

export interface Heading {
  text: string
  /** Anchor given by the author. */
  id: string | null
}

interface HeadingLine extends Heading {
  depth: number
  attributes: Attributes
}

function headingOf(line: string): HeadingLine | null {
  const found = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line)
  if (!found) return null
  return { depth: found[1]?.length ?? 1, ...splitAttributes(found[2] ?? '') }
}

/** Cuts `{#anchor .class key=value optional}` off the end of a heading; other braces are part of its words. */
export function splitAttributes(text: string): Heading & { attributes: Attributes } {
  const found =
    /^(.*?)\s*\{:?\s*((?:[.#][\p{L}\p{N}_.-]+|[\w-]+=[\w.-]+|optional)(?:\s+(?:[.#][\p{L}\p{N}_.-]+|[\w-]+=[\w.-]+|optional))*)\s*\}$/u.exec(
      text,
    )
  const attributes = new Map<string, string>()
  for (const word of found?.[2]?.split(/\s+/) ?? []) {
    const [name = '', value = ''] = word.startsWith('#') ? ['id', word.slice(1)] : word.split('=')
    attributes.set(name, value)
  }
  return { text: found?.[1] ?? text, id: attributes.get('id') ?? null, attributes }
}

/** Gives each heading of a lesson an anchor nobody else in the lesson has. */
export function headingAnchors(): (heading: Heading) => string {
  const anchor = anchorMaker()
  return ({ text, id }) => anchor(plainText(text), id)
}

/** Markdown of one line as plain text: for titles, which carry no markup. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/!\[([^\]]*)\]\([^)]*\)(?:\{[^}]*\})?/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/(`+)(.+?)\1(?:\{[^}]*\})?/g, '$2')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\w*])\*(?=\S)([^*]+)(?<=\S)\*(?![\w*])/g, '$1')
    .replace(/(?<!\w)_(?=\S)([^_]+)(?<=\S)_(?!\w)/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function isBlank(line: string): boolean {
  return line.trim() === ''
}
