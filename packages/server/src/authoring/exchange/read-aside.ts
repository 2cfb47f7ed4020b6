import type { ContentLanguage } from '@lantern/contract/roles.ts'
import type { Element } from 'hast'
import { type AsideWork, runAside, TooMuch } from '#kit/aside.ts'
import type { Services } from '#kit/services.ts'
import type { QuestionsInput, ReadQuestions, ReadRow, WantedPicture } from '../aside/readings.ts'
import { columnNamesOf } from './read-csv.ts'
import type { ReadFile } from './read-questions.ts'
import { FileProblem } from './source-rows.ts'

const readingQuestions: AsideWork = { file: new URL('../aside/readings.ts', import.meta.url), name: 'questions' }

/** A preview stores nothing; with the pictures of all questions to be stored it takes longer. */
const deadlines = { previewMs: 10_000, importMs: 60_000 }

interface Asked {
  file: { name: string; bytes: Uint8Array }
  language: ContentLanguage
  forWhom: string
  /** The rows to be taken over, and what stores their pictures; without them all rows are shown. */
  taking?: { rows: readonly number[]; store: (picture: WantedPicture) => Promise<Element | null> }
}

/** Reads a file of questions in another process. Throws a FileProblem when there is nothing to show of it. */
export async function readAside(
  { text }: Pick<Services, 'text'>,
  { file, language, forWhom, taking }: Asked,
): Promise<{ format: ReadFile['format']; rows: ReadRow[] }> {
  const input: QuestionsInput = { ...file, language, columnNames: columnNamesOf(text), chosen: taking?.rows ?? null }
  const deadlineMs = taking ? deadlines.importMs : deadlines.previewMs
  const read = await runAside<ReadQuestions>(readingQuestions, input, {
    deadlineMs,
    forWhom,
    // it asks for nothing else than pictures to be stored
    ...(taking && { answer: (picture) => taking.store(picture as WantedPicture) }),
  }).catch((cause: unknown) => {
    throw cause instanceof TooMuch ? new FileProblem('xml_too_deep', '', { cause }) : cause
  })
  if ('problem' in read) throw new FileProblem(read.problem.code, read.problem.detail)
  return read
}
