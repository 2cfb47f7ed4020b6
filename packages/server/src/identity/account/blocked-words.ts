import { readFileSync, statSync } from 'node:fs'
import type { ReviewOutcome } from '@lantern/contract/identity/account-rules.ts'
import { foldedText } from '#kit/folded-text.ts'

export interface BlockedWords {
  review(texts: readonly string[]): { outcome: ReviewOutcome; found: string[] }
}

interface BlockedWord {
  pattern: RegExp
  needsPerson: boolean
}

const known = new Map<string, { changedAt: number; words: BlockedWords }>()

/** The operator's list, read anew when the file changed. Without a file nothing is blocked. */
export function blockedWordsIn(file: string): BlockedWords {
  const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (changedAt === undefined) return blockedWords('')
  const kept = known.get(file)
  if (kept?.changedAt === changedAt) return kept.words
  const words = blockedWords(readFileSync(file, 'utf8'))
  known.set(file, { changedAt, words })
  return words
}

/** Finds listed words however they are dressed up: full width, capitals, traditional, with signs or blanks between. */
export function blockedWords(list: string): BlockedWords {
  const words = list
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(blockedWord)
  return {
    review(texts) {
      const matches = texts.flatMap((text) => {
        const folded = foldedText(text)
        return words.flatMap(({ pattern, needsPerson }) =>
          Array.from(folded.matchAll(pattern), ([match]) => ({ match, needsPerson })),
        )
      })
      const rejected = matches.filter(({ needsPerson }) => !needsPerson)
      const counting = rejected.length > 0 ? rejected : matches
      return {
        outcome: rejected.length > 0 ? 'rejected' : matches.length > 0 ? 'needAdmin' : 'approved',
        found: [...new Set(counting.map(({ match }) => match))],
      }
    },
  }
}

function blockedWord(line: string): BlockedWord {
  const needsPerson = line.startsWith('?')
  const letters = Array.from(foldedText(needsPerson ? line.slice(1) : line)).filter((sign) =>
    /[\p{L}\p{N}]/u.test(sign),
  )
  const spread = letters.map((letter) => letter.replace(/[^\p{L}\p{N}]/gu, '')).join('[^\\p{L}\\p{N}]*')
  // words of letters end where words end: "casino" is not in "casinos", as "ass" is not in "class"
  const start = /^[a-z0-9]/.test(letters[0] ?? '') ? '(?<![a-z0-9])' : ''
  const end = /^[a-z0-9]/.test(letters.at(-1) ?? '') ? '(?![a-z0-9])' : ''
  return { pattern: new RegExp(`${start}${spread}${end}`, 'gu'), needsPerson }
}
