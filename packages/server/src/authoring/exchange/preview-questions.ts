import type { QuestionPreview, QuestionRow } from '@lantern/contract/authoring/exchange.ts'
import {
  type ExchangeNote,
  type ExchangeProblem,
  exchangeLimits,
} from '@lantern/contract/authoring/exchange-formats.ts'
import type { QuizForms } from '@lantern/contract/authoring/forms.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'
import { hasOptions, kindOf } from '@lantern/contract/quiz/kinds/index.ts'
import type { ContentLanguage, SignedIn } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { TextValues } from '#kit/text.ts'
import { plainTextOf } from '#media/index.ts'
import type { ReadRow } from '../aside/readings.ts'
import { openDraft } from '../drafts/draft-state.ts'
import { readAside } from './read-aside.ts'
import { FileProblem, type Found, plainText } from './source-rows.ts'

export interface QuestionFile {
  name: string
  data: string
}

/** What would become of each question of a file. Writes nothing. */
export async function previewQuestions(
  services: Services,
  viewer: SignedIn,
  locale: OfferedLocale,
  { id, file }: { id: string; file: QuestionFile },
): Promise<QuestionPreview> {
  const draft = await openDraft(services, viewer, { id, type: 'quiz' })
  const forms = draft.forms as QuizForms
  const words = wordsFor(services, locale)
  try {
    const language = forms.general.language as ContentLanguage
    const source = { name: file.name, bytes: bytesOf(file) }
    const read = await readAside(services, { file: source, language, forWhom: viewer.id })
    const known = new Set(forms.questions.questions.map(({ body }) => wordsOfText(body)))
    const rows: QuestionRow[] = []
    for (const [index, row] of read.rows.entries()) {
      rows.push(shownRow(row, index, known, words))
    }
    return { format: read.format, problem: null, rows }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    return { format: null, problem: words(error), rows: [] }
  }
}

export function bytesOf({ data }: QuestionFile): Buffer {
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > exchangeLimits.fileBytes) throw refuse('too_large')
  return bytes
}

type Words = (found: Found<ExchangeProblem | ExchangeNote>) => { code: string; message: string }

function wordsFor({ text }: Services, locale: OfferedLocale): Words {
  const column = (name: string) => text(locale, `authoring.exchange.csv_${name}`)
  return ({ code, detail = '' }) => {
    const values: TextValues =
      code === 'csv_no_columns'
        ? { detail: column(detail), question: column('question'), answer: column('answer') }
        : { detail }
    return { code, message: text(locale, `exchange.${code}`, values) }
  }
}

function shownRow(row: ReadRow, index: number, known: Set<string>, words: Words): QuestionRow {
  const { line, file, excerpt, question, problems, notes } = row
  const shown = { index, line, file, excerpt }
  if (!question) return { ...shown, question: null, problems: problems.map(words), notes: notes.map(words) }
  const said = plainText(question.body)
  const isDouble = said !== '' && known.has(said)
  known.add(said)
  const all: Found<ExchangeNote>[] = isDouble ? [...notes, { code: 'duplicate' }] : notes
  return { ...shown, question: shownQuestion(question), problems: [], notes: all.map(words) }
}

function shownQuestion(question: QuestionDraft): QuestionRow['question'] {
  const { body, options, ask, shuffleOptions = true, quizFeedback } = question
  const [right] = Object.values(
    ask && !hasOptions(question) ? kindOf(question).right({ ...question, id: '', options: [] }) : {},
  )
  return {
    body,
    options: options.map(({ body: text, correct, feedback = '', match }) => ({
      body: text,
      correct: correct && !ask,
      feedback,
      ...(match !== undefined && { match }),
    })),
    ...(ask && { kind: ask.kind }),
    ...(right && { right }),
    shuffleOptions,
    feedback: { correct: quizFeedback?.correct ?? '', wrong: quizFeedback?.wrong ?? '' },
  }
}

function wordsOfText(text: QuizForms['questions']['questions'][number]['body']): string {
  return typeof text === 'string'
    ? plainText(text)
    : plainTextOf(text as never)
        .replace(/\s+/g, ' ')
        .trim()
}
