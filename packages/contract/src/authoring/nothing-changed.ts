import { isDocument, plainText } from '../media/plain-text.ts'
import type { RichText } from '../media/rich-document.ts'
import { sameContent } from '../same-content.ts'
import type { TutorialForms } from './forms.ts'

// When a save by hand is skipped. Rich text is compared by its words: a word in bold alone is no reason to save by hand,
// and is kept by autosave, which looks at every difference.

/** Whether a part of a form says the same as another, by its words. */
export function nothingChanged(one: unknown, other: unknown): boolean {
  return sameContent(inWords(one), inWords(other))
}

/** The video's own title, or else the tutorial's, where the author has not given one. */
export function overviewVideoTitle(
  general: Pick<TutorialForms['general'], 'overviewVideoId' | 'overviewVideoTitle' | 'title'>,
  videoTitle: string | null,
): string {
  if (general.overviewVideoId === null) return ''
  return general.overviewVideoTitle.trim() || videoTitle?.trim() || general.title
}

function inWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inWords)
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value.trim() : value
  if (isDocument(value)) return words(value)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inWords(inner)]))
}

function words(text: Exclude<RichText, string>): string {
  return plainText(text).replace(/\s+/g, ' ').trim()
}
