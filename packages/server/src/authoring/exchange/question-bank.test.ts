import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exchangeProblems } from '@lantern/contract/authoring/exchange-formats.ts'
import { expect, test } from 'vitest'
import { text } from '#kit/text.ts'
import { columnNamesOf } from './read-csv.ts'
import { readQuestions } from './read-questions.ts'
import { settleQuestion } from './settle-question.ts'
import { FileProblem, RowProblem } from './source-rows.ts'

/** A folder of question files from public sources. */
const folder = process.env.LANTERN_QUESTION_BANKS ?? ''

test.runIf(folder)('every question of every file arrives or is refused with its reason', async () => {
  let arrived = 0
  let refused = 0
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(gift|xml|zip|csv|json)$/.test(path)) continue
    for (const codes of await outcomes(path, readFileSync(join(folder, path)))) {
      expect(exchangeProblems, path).toEqual(expect.arrayContaining(codes))
      if (codes.length === 0) arrived++
      else refused++
    }
  }
  console.info(`${arrived} questions arrived, ${refused} were refused`)
  expect(arrived).toBeGreaterThan(0)
})

const reader = { language: 'en' as const, columnNames: columnNamesOf(text) }

/** For each question, or for the file where there is none to be had, why it is refused; empty when it is not. */
async function outcomes(path: string, bytes: Uint8Array): Promise<string[][]> {
  try {
    const { rows } = await readQuestions(path, bytes, reader)
    const found: string[][] = []
    for (const { question, problems } of rows) {
      if (!question) found.push(problems.map(({ code }) => code))
      else found.push(await settled(question))
    }
    return found
  } catch (error) {
    if (error instanceof FileProblem) return [[error.code]]
    throw new Error(`${path} was not refused, it broke`, { cause: error })
  }
}

async function settled(question: Parameters<typeof settleQuestion>[0]): Promise<string[]> {
  try {
    await settleQuestion(question, 'en', async () => null)
    return []
  } catch (error) {
    if (error instanceof RowProblem) return [error.code]
    throw error
  }
}
