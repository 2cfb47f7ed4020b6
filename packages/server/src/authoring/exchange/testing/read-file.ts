import { text } from '#kit/text.ts'
import { columnNamesOf } from '../read-csv.ts'
import { readQuestions } from '../read-questions.ts'
import { settleQuestion } from '../settle-question.ts'
import { FileProblem, type SourceRow } from '../source-rows.ts'

export const reader = { language: 'zh' as const, columnNames: columnNamesOf(text) }

export async function read(name: string, file: string | Uint8Array): Promise<SourceRow[]> {
  return (await readQuestions(name, typeof file === 'string' ? Buffer.from(file) : file, reader)).rows
}

export async function refusal(name: string, file: string | Uint8Array): Promise<string> {
  try {
    await read(name, file)
  } catch (error) {
    if (error instanceof FileProblem) return error.code
    throw error
  }
  return 'taken'
}

export async function one(name: string, file: string | Uint8Array) {
  const [row] = await read(name, file)
  if (!row?.question) throw new Error(JSON.stringify(row?.problems))
  return settleQuestion(row.question, 'zh', async () => null)
}

export const codes = (rows: SourceRow[]) => rows.map(({ problems }) => problems.map(({ code }) => code).join() || 'ok')
