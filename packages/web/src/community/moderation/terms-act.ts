import type { activateWord, addWord, removeWord, WordTrial } from '@lantern/contract/community/listed-terms.ts'
import { type WordAct, wordActs } from '@lantern/contract/community/report-rules.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'

/** How a form of the word list comes back. */
export interface WordsAnswer {
  did: 'try' | 'activate' | 'remove'
  done: boolean
  word: string
  act: WordAct
  /** Of a word that was added. */
  trial: WordTrial | null
  isLive: boolean
  problem: string | null
}

export async function actOnWords({ call, locale }: Api, form: FormData): Promise<WordsAnswer> {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const did = (['activate', 'remove'] as const).find((one) => one === text('did')) ?? 'try'
  const word = text('word').slice(0, 40)
  const act = wordActs.find((one) => one === text('wordAct')) ?? 'hold'
  const answer: WordsAnswer = { did, done: true, word, act, trial: null, isLive: false, problem: null }
  try {
    if (did === 'activate') {
      await call<typeof activateWord>('POST /api/learn/report/word/activate', { body: { word } })
      return answer
    }
    if (did === 'remove') {
      await call<typeof removeWord>('POST /api/learn/report/word/remove', { body: { word } })
      return answer
    }
    const { word: added, trial } = await call<typeof addWord>('POST /api/learn/report/word', { body: { word, act } })
    return { ...answer, word: added.word, isLive: added.isLive, trial }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    return { ...answer, done: false, problem: error.details[0]?.message ?? failureText(error, translator(locale)) }
  }
}
