import type { ExchangeNote, ExchangeProblem } from '@lantern/contract/authoring/exchange-formats.ts'
import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import type { Element, ElementContent, Root } from 'hast'
import { parseHtml, sanitizeTree, stringifyHtml } from '#media/index.ts'
import { htmlOf } from '../gift-questions.ts'
import { type Found, RowProblem, type SourceQuestion, type SourceText } from './source-rows.ts'

/** Puts a picture somewhere and answers its markup; null when the bytes are none, with the reason among the notes. */
export type PlacePicture = (bytes: Uint8Array, alt: string) => Promise<Element | null>

export interface Settled {
  question: QuestionDraft
  notes: Found<ExchangeNote>[]
}

/** Deeper markup than this is no text. */
const deepestMarkup = 100
const longestText = 500_000

/**
 * A question of a file as one that can be kept: every text sanitized, every picture where `place` put it or replaced by
 * its words. Throws a RowProblem when a text is no text.
 */
export async function settleQuestion(
  { name, body, options, ask, points, shuffle, contentIds, feedback, pictures }: SourceQuestion,
  language: ContentLanguage,
  place: PlacePicture,
): Promise<Settled> {
  const notes: Found<ExchangeNote>[] = []
  const html = (text: SourceText) => settleText(text, { language, pictures, place, notes })
  const htmlOrEmpty = async (text: SourceText | null) => (text ? html(text) : '')
  const settledOptions: QuestionDraft['options'] = []
  for (const { text, correct, feedback: said, match, credit } of options) {
    const one = await htmlOrEmpty(said)
    settledOptions.push({
      body: await html(text),
      correct,
      ...(one && { feedback: one }),
      ...(match !== undefined && { match }),
      ...(credit !== undefined && { credit }),
    })
  }
  const quizFeedback = { correct: await htmlOrEmpty(feedback.correct), wrong: await htmlOrEmpty(feedback.wrong) }
  const question: QuestionDraft = {
    ...(name && { name }),
    body: await html(body),
    options: settledOptions,
    ...(ask && { ask }),
    ...(points !== undefined && points !== 1 && { points }),
    ...(!shuffle && { shuffleOptions: false }),
    ...(contentIds.length > 0 && { contentIds }),
    ...((quizFeedback.correct || quizFeedback.wrong) && { quizFeedback }),
  }
  const gone = emptied(question)
  if (gone) throw new RowProblem(gone)
  return { question, notes }
}

/** What had words only in markup that cannot be kept has none now. */
function emptied({ body, options }: QuestionDraft): ExchangeProblem | null {
  const says = (html: string) => /<(img|math)\b/i.test(html) || html.replace(/<[^>]*>/g, '').trim() !== ''
  if (!says(body)) return 'empty_question'
  return options.every((option) => says(option.body)) ? null : 'empty_answer'
}

interface TextContext {
  language: ContentLanguage
  pictures: ReadonlyMap<string, Uint8Array>
  place: PlacePicture
  notes: Found<ExchangeNote>[]
}

async function settleText(source: SourceText, context: TextContext): Promise<string> {
  if (source.text.length > longestText) throw new RowProblem('xml_too_deep')
  if (source.format === 'plain' || source.format === 'markdown') return htmlOf(source, context.language)
  if (tagDepth(source.text) > deepestMarkup) throw new RowProblem('xml_too_deep')
  const text = source.format === 'moodle' ? source.text.replaceAll('\n', '<br>') : source.text
  const tree = parseHtml(text)
  await placePictures(tree, context)
  return stringifyHtml(sanitizeTree(tree))
}

/** How deep the tags of some markup lie in each other at most. */
function tagDepth(markup: string): number {
  let open = 0
  let deepest = 0
  for (const [tag] of markup.matchAll(/<\/?[a-z][^>]{0,200}/gi)) {
    if (/^<\/?(?:br|hr|img|source|wbr|input|col)\b/i.test(tag)) continue
    open = tag.startsWith('</') ? Math.max(0, open - 1) : open + 1
    deepest = Math.max(deepest, open)
  }
  return deepest
}

async function placePictures(node: Root | Element, context: TextContext): Promise<void> {
  const children: ElementContent[] = []
  for (const child of node.children as ElementContent[]) {
    if (child.type !== 'element') children.push(child)
    else if (child.tagName === 'img') children.push(...(await placePicture(child, context)))
    else {
      await placePictures(child, context)
      children.push(child)
    }
  }
  node.children = children
}

async function placePicture(image: Element, { pictures, place, notes }: TextContext): Promise<ElementContent[]> {
  const src = typeof image.properties.src === 'string' ? image.properties.src.trim() : ''
  const alt = typeof image.properties.alt === 'string' ? image.properties.alt : ''
  // one of this site's own stays where it is
  if (/^\/media\/images\//.test(src)) return [image]
  const bytes = pictures.get(src) ?? pictures.get(decoded(src)) ?? dataOf(src)
  const placed = bytes && (await place(bytes, alt))
  if (placed) return [placed]
  const detail = src.slice(0, 200)
  if (bytes) notes.push({ code: 'picture_refused', detail: detail.slice(0, 80) })
  else notes.push({ code: /^(https?:)?\/\//i.test(src) ? 'picture_elsewhere' : 'picture_missing', detail })
  return alt ? [{ type: 'text', value: alt }] : []
}

function decoded(src: string): string {
  try {
    return decodeURIComponent(src)
  } catch {
    return src
  }
}

function dataOf(src: string): Uint8Array | null {
  const found = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/=\s]+)$/.exec(src)
  return found ? Buffer.from(found[1] ?? '', 'base64') : null
}
