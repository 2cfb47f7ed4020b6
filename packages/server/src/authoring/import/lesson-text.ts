import type { ContentLanguage } from '@lantern/contract/roles.ts'
import { wordsOf } from '#media/index.ts'
import { calloutOpen, toCommonMark } from './dialect.ts'
import { splitFrontMatter } from './front-matter.ts'
import { languageOf } from './language.ts'
import { expandIncludes } from './liquid.ts'
import { FileFailure, type Note } from './note.ts'
import { cutIntoSteps, type Outline } from './steps.ts'

/** A lesson as its author wrote it, cut into steps whose Markdown any renderer understands. */
export interface LessonText {
  fields: Record<string, unknown>
  language: ContentLanguage
  outline: Outline
  notes: Note[]
}

export interface LessonSource {
  /** Null: the text itself has to say. */
  language: ContentLanguage | null
  include(path: string, language: ContentLanguage): string | null
}

export function readLesson(text: string, source: LessonSource): LessonText {
  const { fields, body, linesAbove } = splitFrontMatter(text)
  if (body.trim() === '') throw new FileFailure('empty', '')
  const language = source.language ?? languageOf(fields, body)
  const expanded = expandIncludes(body, {
    include: (path) => source.include(path, language),
    missingPart: (path, title) => missingPart(path, title, language),
    variables: fields,
  })
  const plain = toCommonMark(expanded.text, language)
  const outline = cutIntoSteps(plain.text)
  const inFile = (note: Note): Note => (note.line === undefined ? note : { ...note, line: note.line + linesAbove })
  return { fields, language, outline, notes: [...expanded.notes.map(inFile), ...plain.notes] }
}

function missingPart(path: string, title: string, language: ContentLanguage): string {
  const name = (title || path).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const { missingPart: words, tones } = wordsOf(language)
  return `${calloutOpen('note', tones.note)}<p><span class="missing">${words}: ${name}</span></p></aside>`
}
