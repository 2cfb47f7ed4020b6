import { type Picture, thumbnailUrl } from '@lantern/contract/media/image-url.ts'
import type { SectionDraft } from '#catalog/index.ts'
import { escapeHtml } from '#kit/escape-html.ts'
import { wordsOf } from '#media/index.ts'
import { textField } from './front-matter.ts'
import type { LessonText } from './lesson-text.ts'
import { type RenderContext, renderMarkdown } from './markdown.ts'
import { readingMinutes } from './reading-time.ts'
import { headingAnchors, plainText } from './steps.ts'

export interface RenderedLesson {
  title: string
  summary: string
  descriptionHtml: string
  thumbnailUrl: string | null
  /** Minutes it takes to read. */
  duration: number
  chapters: { title: string }[]
  sections: (SectionDraft & { chapter: number | null })[]
}

export const longestTitle = 200
const longestSummary = 300
/** A card shows 390×220: a smaller picture would be blurred, a drawn cover is not. */
const smallestThumbnail = { width: 390, height: 220 }

/** Every step of a lesson as sanitized HTML, and what a card shows of the whole. */
export async function renderLesson(
  lesson: LessonText,
  fallbackTitle: string,
  context: Omit<RenderContext, 'language' | 'anchor'>,
): Promise<RenderedLesson> {
  const { outline, fields, language } = lesson
  const title = titleOf(lesson, fallbackTitle)
  const anchor = headingAnchors()
  const pictures: Picture[] = []
  const picture = async (src: string) => {
    const found = await context.picture(src)
    if (found) pictures.push(found)
    return found
  }
  const sections: RenderedLesson['sections'] = []
  for (const step of outline.steps) {
    const bodyHtml = await renderMarkdown(step.text, { ...context, picture, language, anchor })
    const heading = step.heading === null ? null : plainText(step.heading).slice(0, longestTitle)
    const fallback = outline.steps.length === 1 ? title : wordsOf(language).overview
    sections.push({ anchor: step.anchor, title: heading || fallback, bodyHtml, chapter: step.chapter })
  }
  const summary = summaryOf(fields, sections[0]?.bodyHtml ?? '')
  const wide = pictures.find(
    ({ width, height }) => width >= smallestThumbnail.width && height >= smallestThumbnail.height,
  )
  const asked = textField(fields, 'thumbnail', 'image', 'cover')
  const thumbnail = (asked ? await context.picture(asked) : null) ?? wide
  return {
    title: title.slice(0, longestTitle),
    summary,
    descriptionHtml: summary && `<p>${escapeHtml(summary)}</p>`,
    thumbnailUrl: thumbnail ? thumbnailUrl(thumbnail) : null,
    duration: readingMinutes(...sections.map(({ bodyHtml }) => bodyHtml)),
    chapters: outline.chapters.map((chapter) => ({ title: plainText(chapter).slice(0, longestTitle) })),
    sections,
  }
}

export function titleOf({ fields, outline }: LessonText, fallback: string): string {
  return plainText(textField(fields, 'title')) || plainText(outline.title ?? '') || fallback
}

function summaryOf(fields: Record<string, unknown>, firstHtml: string): string {
  const given = plainText(textField(fields, 'summary', 'brief', 'description', 'excerpt'))
  const first = /<p>(.*?)<\/p>/s.exec(firstHtml)?.[1] ?? ''
  const text =
    given ||
    decodeEntities(first.replace(/<[^>]*>/g, ''))
      .replace(/\s+/g, ' ')
      .trim()
  return text.length > longestSummary ? `${text.slice(0, longestSummary - 1).trimEnd()}…` : text
}

function decodeEntities(text: string): string {
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
