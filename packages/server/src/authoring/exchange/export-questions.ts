import { exportFileNames, type QuestionExport } from '@lantern/contract/authoring/exchange-formats.ts'
import type { QuizForms } from '@lantern/contract/authoring/forms.ts'
import { originalTypes } from '@lantern/contract/media/image-url.ts'
import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import type { Services } from '#kit/services.ts'
import { imageKey } from '#media/index.ts'
import { openDraft } from '../drafts/draft-state.ts'
import { exportGift } from '../gift-questions.ts'
import { questionsOfForms } from './draft-questions.ts'
import { writeQuizJson } from './quiz-json.ts'
import { type QtiQuiz, writeQtiPackage } from './write-qti.ts'

export interface ExportedFile {
  name: string
  contentType: string
  bytes: Buffer
}

/** The questions of a quiz as its author sees them now, published or not. */
export async function exportQuestions(
  services: Services,
  viewer: SignedIn,
  { id, format }: { id: string; format: QuestionExport },
): Promise<ExportedFile> {
  const draft = await openDraft(services, viewer, { id, type: 'quiz' })
  const forms = draft.forms as QuizForms
  const questions = await questionsOfForms(services.db, forms)
  const { title, language } = forms.general
  const name = `${draft.slug || draft.id}.${exportFileNames[format]}`
  switch (format) {
    case 'gift':
      return { name, contentType: 'text/plain; charset=utf-8', bytes: Buffer.from(exportGift(questions)) }
    case 'json':
      return {
        name,
        contentType: 'application/json; charset=utf-8',
        bytes: Buffer.from(writeQuizJson({ title, language, questions })),
      }
    case 'qti': {
      const pictures = await picturesOf(services, questions)
      const bytes = Buffer.from(writeQtiPackage({ id: draft.id, title, language, questions, pictures }))
      return { name, contentType: 'application/zip', bytes }
    }
  }
}

async function picturesOf(
  { db, storage }: Services,
  questions: readonly QuestionDraft[],
): Promise<QtiQuiz['pictures']> {
  const addresses = new Map<string, string>()
  for (const [address, id = ''] of JSON.stringify(questions).matchAll(/\/media\/images\/(img_[\w-]+)\/[\w.-]+/g)) {
    addresses.set(address, id)
  }
  const pictures = new Map<string, { bytes: Uint8Array; extension: string; contentType: string }>()
  if (addresses.size === 0) return pictures
  const rows = await db
    .selectFrom('images')
    .select(['id', 'sha256', 'content_type'])
    .where('id', 'in', [...new Set(addresses.values())])
    .execute()
  for (const [address, id] of addresses) {
    const row = rows.find((one) => one.id === id)
    const bytes = row && (await storage.get(imageKey(row.sha256)))
    if (!bytes) continue
    const extension = Object.entries(originalTypes).find(([, type]) => type === row.content_type)?.[0] ?? 'bin'
    pictures.set(address, { bytes, extension, contentType: row.content_type })
  }
  return pictures
}
