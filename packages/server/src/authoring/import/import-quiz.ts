import { readFileSync } from 'node:fs'
import { newId } from '@lantern/contract/ids.ts'
import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'
import { publishItem } from '#catalog/index.ts'
import { inTransaction } from '#kit/sql.ts'
import { saveQuizQuestions } from '#quiz/index.ts'
import { followImport } from '../drafts/follow-import.ts'
import { parseGift } from '../gift.ts'
import { questionOf } from '../gift-questions.ts'
import { slugOf } from '../slug.ts'
import type { ImportFile } from './files.ts'
import { decodeText } from './front-matter.ts'
import { type KnownFile, rememberFile } from './import-files.ts'
import { type Imported, type ImportRun, importerVersion, prettyName } from './import-lesson.ts'
import { languageOfLetters } from './language.ts'
import { FileFailure, type Note } from './note.ts'
import { sha256 } from './references.ts'

const minutesAQuestion = 1
const passShare = 0.6

/** A GIFT file as one quiz. Questions of a kind that cannot be asked here are named with their line. */
export async function importQuiz(run: ImportRun, file: ImportFile, known: KnownFile | undefined): Promise<Imported> {
  const { services, name } = run
  const bytes = readFileSync(file.absolute)
  const fileHash = sha256(Buffer.concat([Buffer.from(importerVersion), bytes]))
  if (known?.fileHash.equals(fileHash)) {
    return { outcome: 'unchanged', itemId: known.itemId, title: known.title, notes: known.notes }
  }
  const source = decodeText(bytes)
  if (source.trim() === '') throw new FileFailure('empty', '')
  const language = file.language ?? languageOfLetters(source)
  const notes: Note[] = []
  const questions: QuestionDraft[] = []
  let category = ''
  for (const entry of parseGift(source)) {
    if ('problem' in entry) {
      const { line, reason, excerpt } = entry.problem
      notes.push({ kind: 'question_unsupported', detail: `${reason}: ${excerpt}`, line })
      continue
    }
    category ||= entry.question.category
    questions.push((await questionOf(entry.question, language)).draft)
  }
  if (questions.length === 0)
    throw new FileFailure('no_questions', notes.map(({ line, detail }) => `${line}: ${detail}`).join('; '))

  const itemId = known?.itemId ?? newId('quiz')
  const title = category.split('/').at(-1)?.trim() || prettyName(file.path)
  await inTransaction(services.db, async (trx) => {
    await publishItem({ ...services, db: trx }, itemId, {
      type: 'quiz',
      slug: slugOf(`${file.work}-${language}`),
      language,
      translationGroup: `${name}/${file.work}.gift`,
      ownerId: run.ownerId,
      title,
      skillLevel: 'beginner',
      duration: Math.max(1, questions.length * minutesAQuestion),
      questionsCount: questions.length,
      source: { key: `${name}/${file.path}`, hash: fileHash },
    })
    await saveQuizQuestions(trx, itemId, {
      questions,
      passNumber: Math.max(1, Math.ceil(questions.length * passShare)),
      freezingTimeInHours: 0,
    })
    await followImport(services, trx, itemId)
    const read = { sourceKey: `${name}/${file.path}`, itemId, fileHash, depends: {}, fragments: new Map(), notes }
    await rememberFile(trx, read, services.clock.now())
  })
  return { outcome: known ? 'updated' : 'arrived', itemId, title, notes }
}
