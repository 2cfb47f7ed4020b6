import type { ContentLanguage } from '@lantern/contract/roles.ts'
import { parseGift } from '../gift.ts'
import { questionOf } from '../gift-questions.ts'
import { FileFailure } from '../import/note.ts'
import { sourceOf } from './quiz-json.ts'
import type { SourceRow } from './source-rows.ts'
import { RowProblem, readRow } from './source-rows.ts'

export async function readGift(text: string, language: ContentLanguage): Promise<SourceRow[]> {
  return Promise.all(
    parseGift(text).map(async (entry): Promise<SourceRow> => {
      if ('problem' in entry) {
        const { line, reason, excerpt } = entry.problem
        return { line, file: '', excerpt, question: null, problems: [{ code: reason }], notes: [] }
      }
      const { question } = entry
      const read = await questionOf(question, language).catch((error: unknown) => {
        // Markdown that is nested so deeply that reading it would take minutes
        if (error instanceof FileFailure) return null
        throw error
      })
      if (read === null) {
        return readRow({ line: question.line, excerpt: question.stem.text }, () => {
          throw new RowProblem('xml_too_deep')
        })
      }
      const { draft, line } = read
      return readRow({ line, excerpt: draft.body }, () => sourceOf(draft))
    }),
  )
}
