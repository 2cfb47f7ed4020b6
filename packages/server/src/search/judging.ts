import { readFileSync } from 'node:fs'

// Judged queries: a language, the words, and the lessons that answer them.

export interface Judged {
  language: string
  query: string
  /** Keys of the lessons, without their language. */
  relevant: string[]
}

export interface Verdict extends Judged {
  /** Rank of the first relevant lesson, from 1; null beyond the results looked at. */
  rank: number | null
  /** Which part of the relevant lessons is among those looked at. */
  recall: number
  /** The keys that came instead. */
  found: string[]
}

export function readJudged(path: string): Judged[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [language = '', query = '', keys = ''] = line.split('\t')
      return { language, query, relevant: keys.split(' ').map((key) => `${language}/${key}`) }
    })
}

/** Asks for every query and compares the keys of the first results. */
export async function judge(
  queries: readonly Judged[],
  ask: (judged: Judged) => Promise<string[]>,
): Promise<{ mrr: number; recall: number; verdicts: Verdict[] }> {
  const verdicts: Verdict[] = []
  for (const judged of queries) {
    const found = await ask(judged)
    const index = found.findIndex((key) => judged.relevant.includes(key))
    const hits = judged.relevant.filter((key) => found.includes(key)).length
    verdicts.push({
      ...judged,
      found,
      rank: index < 0 ? null : index + 1,
      recall: hits / Math.min(8, judged.relevant.length),
    })
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  return {
    mrr: mean(verdicts.map(({ rank }) => (rank ? 1 / rank : 0))),
    recall: mean(verdicts.map(({ recall }) => recall)),
    verdicts,
  }
}
