import { createRequire } from 'node:module'
import { tokens } from './analyze.ts'
import { chineseCut } from './segment.ts'

// Titles can be found by how they sound: as typed in full (xuanran) or by first letters (xr).

const longestPhrase = 4

const require = createRequire(import.meta.url)

/** Sound terms of every phrase of a title, up to four words long. */
export function soundTerms(text: string): string[] {
  const terms = new Set<string>()
  for (const token of tokens(text)) {
    if (token.kind !== 'chinese') continue
    const words = chineseCut(token.text).map(syllablesOf)
    for (let from = 0; from < words.length; from++) {
      for (let to = from + 1; to <= Math.min(words.length, from + longestPhrase); to++) {
        const phrase = words.slice(from, to).flat()
        if (phrase.length < 2) continue
        terms.add(soundTerm(phrase.join('')))
        terms.add(initialsTerm(phrase.map((syllable) => syllable.charAt(0)).join('')))
      }
    }
  }
  return [...terms]
}

/** Under what a run of Chinese characters is found by those that sound the same. */
export function soundOf(chinese: string): string {
  return soundTerm(syllablesOf(chinese).join(''))
}

/** The text with every Chinese character as it is read. */
export function readingOf(text: string): string {
  return dictionary().pinyin(text, { toneType: 'none', type: 'array', v: true, nonZh: 'consecutive' }).join(' ')
}

export function soundTerm(letters: string): string {
  return `p:${letters}`
}

export function initialsTerm(letters: string): string {
  return `i:${letters}`
}

/** How each character is read, without its tone. */
export function syllablesOf(chinese: string): string[] {
  return dictionary()
    .pinyin(chinese, { toneType: 'none', type: 'array', v: true })
    .map((syllable) => syllable.toLowerCase())
}

/** All ways to read one character, without tones. */
export function readingsOf(character: string): string[] {
  return dictionary()
    .pinyin(character, { toneType: 'none', type: 'array', v: true, multiple: true })
    .map((reading) => reading.toLowerCase())
}

const syllable =
  '(?:[bpmf]?(?:a|ai|an|ang|ao|o|ou|ei|en|eng|i|ie|ian|iao|in|ing|u)|[dtnlgkhzcsr]?(?:a|ai|an|ang|ao|e|ei|en|eng|i|ia|ie|iu|ian|iang|iao|in|ing|ong|ou|u|ua|uai|uan|uang|ue|ui|un|uo|v|ve)|(?:zh|ch|sh)(?:a|ai|an|ang|ao|e|ei|en|eng|i|ong|ou|u|ua|uai|uan|uang|ui|un|uo)|[jqx](?:i|ia|ian|iang|iao|ie|in|ing|iong|iu|u|uan|ue|un)|y(?:a|an|ang|ao|e|i|in|ing|o|ong|ou|u|uan|ue|un)|w(?:a|ai|an|ang|ei|en|eng|o|u)|er)'
const spoken = new RegExp(`^${syllable}{2,8}$`)

/** Whether letters may be a Chinese word of several characters as it is read. */
export function maySound(letters: string): boolean {
  return spoken.test(letters)
}

/** Some 8 MiB, loaded with the first title or search. */
function dictionary() {
  return require('pinyin-pro') as typeof import('pinyin-pro')
}
