import { exchangeLimits } from '@lantern/contract/authoring/exchange-formats.ts'
import type { QuestionForm, QuizForms } from '@lantern/contract/authoring/forms.ts'
import type { ContentLanguage, SignedIn } from '@lantern/contract/roles.ts'
import type { Element } from 'hast'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { ImageRefusal, pictureElement, storeImage } from '#media/index.ts'
import type { WantedPicture } from '../aside/readings.ts'
import { openDraft, savedDraft } from '../drafts/draft-state.ts'
import { readPart } from '../drafts/part-forms.ts'
import { savePart } from '../drafts/save-part.ts'
import { formOfQuestion } from './draft-questions.ts'
import { bytesOf, type QuestionFile } from './preview-questions.ts'
import { readAside } from './read-aside.ts'
import { FileProblem } from './source-rows.ts'

interface ImportInput {
  id: string
  file: QuestionFile
  rows: number[]
  replace?: boolean
  baseVersion: number
}

/**
 * Adds the chosen questions to the draft as one revision. The file is read again: what a preview showed is not believed.
 * Pictures are stored first; when the save is refused they stay as files that nothing shows.
 */
export async function importQuestions(services: Services, viewer: SignedIn, input: ImportInput) {
  const { id, file, rows: chosen, replace = false, baseVersion } = input
  const draft = await openDraft(services, viewer, { id, type: 'quiz' })
  const { general, questions } = draft.forms as QuizForms
  if ((draft.partVersions.questions ?? 0) !== baseVersion) throw refuse('draft_conflict')
  const language = general.language as ContentLanguage
  const before = replace ? [] : questions.questions
  if (before.length + chosen.length > exchangeLimits.questions) throw refuseRows('quiz.fault.too_many')

  let picturesStored = 0
  const store = async ({ bytes, alt }: WantedPicture) => {
    const element = await storePicture(services, bytes, alt)
    if (element) picturesStored++
    return element
  }
  const rows = [...new Set(chosen)].sort((one, other) => one - other)
  const source = { name: file.name, bytes: bytesOf(file) }
  const asked = { file: source, language, forWhom: viewer.id, taking: { rows, store } }
  const read = await readAside(services, asked).catch((error: unknown) => {
    throw error instanceof FileProblem ? refuseRows() : error
  })
  const added: QuestionForm[] = []
  for (const index of rows) {
    const question = read.rows[index]?.question
    if (!question) throw refuseRows()
    added.push(formOfQuestion(question))
  }
  const part = readPart('questions', { ...questions, questions: [...before, ...added] })
  const saved = await savePart(services, viewer, {
    id,
    type: 'quiz',
    parts: { questions: part },
    baseVersion,
    kind: 'import',
  })
  return { draft: savedDraft(saved), added: added.length, picturesStored }
}

async function storePicture(services: Services, bytes: Uint8Array, alt: string): Promise<Element | null> {
  try {
    return pictureElement(await storeImage(services, bytes), alt)
  } catch (error) {
    if (error instanceof ImageRefusal) return null
    throw error
  }
}

function refuseRows(message = 'exchange.rows_refused') {
  return refuse('bad_request', { details: [{ field: 'rows', message }] })
}
