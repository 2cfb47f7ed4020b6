import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { wordActs } from './report-rules.ts'

const Word = Type.String({ minLength: 2, maxLength: 40 })

export const ListedWord = object({
  word: Type.String(),
  act: oneOf(...wordActs),
  /** False: added, and not in force before a moderator has read its trial. */
  isLive: Type.Boolean(),
  addedBy: nullable(Type.String()),
})
export type ListedWord = Static<typeof ListedWord>

export const listWords = endpoint('GET /api/learn/report/words', {
  summary: 'Words that messages are compared with',
  access: 'moderator',
  response: object({ words: Type.Array(ListedWord) }),
})

export const WordTrial = object({
  /** Messages that the word was compared with, the newest ones, and those that it would have met. */
  compared: Type.Integer(),
  met: Type.Integer(),
  samples: Type.Array(Type.String()),
})
export type WordTrial = Static<typeof WordTrial>

export const addWord = endpoint('POST /api/learn/report/word', {
  summary: 'Add a word, not in force yet, with its trial against the messages of the site',
  access: 'moderator',
  body: object({ word: Word, act: oneOf(...wordActs) }),
  response: object({ word: ListedWord, trial: WordTrial }),
})

export const activateWord = endpoint('POST /api/learn/report/word/activate', {
  summary: 'Put an added word in force, for messages that are written from now on',
  access: 'moderator',
  body: object({ word: Word }),
  response: object({ words: Type.Array(ListedWord) }),
  errors: ['not_found'],
})

export const removeWord = endpoint('POST /api/learn/report/word/remove', {
  summary: 'Take a word off the list',
  access: 'moderator',
  body: object({ word: Word }),
  response: object({ words: Type.Array(ListedWord) }),
})
