import { fold } from './fold.ts'
import { chineseCut, chineseWords } from './segment.ts'
import { allStems, stem } from './stem.ts'
import { isStopWord } from './stop-words.ts'

/*
 * Text to terms, the same for what is indexed and what is asked:
 *   words of Latin, Cyrillic and other alphabets   w:stem, and parts of names as in loadBuffer or game.project
 *   Chinese                                        words of the dictionary, and pairs of neighbouring characters
 *   Korean, Japanese kana                          pairs of neighbouring characters, and the whole word
 */

export interface Token {
  kind: 'chinese' | 'syllables' | 'letters'
  /** Folded. */
  text: string
}

/** A name is a run of letters and digits, joined by the marks that stand inside names. */
const runs =
  /(?<chinese>\p{Script=Han}+)|(?<syllables>[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]+)|(?<letters>[[\p{L}\p{N}_]--[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]]+(?:['’][\p{Script=Latin}]+|\+\+|#(?![\p{Script=Latin}\p{N}]))?)/gv

/** The runs of one script, in order. Camel case is cut before case is folded. */
export function tokens(text: string): Token[] {
  const out: Token[] = []
  for (const match of text.normalize('NFC').matchAll(runs)) {
    const { chinese, syllables, letters } = match.groups as Record<Token['kind'], string | undefined>
    if (chinese) out.push({ kind: 'chinese', text: fold(chinese) })
    else if (syllables) out.push({ kind: 'syllables', text: fold(syllables) })
    else if (letters) for (const part of alphabetic(letters)) out.push({ kind: 'letters', text: part })
  }
  return out
}

/** `loadBuffer` and `load_buffer` are found by the whole and by the parts. */
function alphabetic(name: string): string[] {
  const parts = name
    .replace(/(\p{Ll})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_]+/)
    .map((part) => fold(part).replace(/['’]\p{L}+$/u, ''))
    .filter(Boolean)
  const whole = parts.join('')
  return parts.length > 1 ? [...parts.filter((part) => part.length > 1), whole] : parts
}

/** The terms of a text in the language, in order and with repetition, for the index. */
export function indexTerms(text: string, language: string, pairs: 'all' | 'unknown'): string[] {
  const terms: string[] = []
  for (const token of tokens(text)) {
    if (token.kind === 'letters') {
      if (token.text.length <= 40 && !isStopWord(token.text)) terms.push(stem(token.text, language))
    } else if (token.kind === 'chinese') {
      for (const word of chineseWords(token.text)) if (!isStopWord(word)) terms.push(word)
      terms.push(...(pairs === 'all' ? pairsOf(token.text) : unknownPairs(token.text)))
    } else {
      if (token.text.length <= 12 && !isStopWord(token.text)) terms.push(token.text)
      terms.push(...pairsOf(token.text))
    }
  }
  return terms
}

/** Words that follow each other, as one: `tile map` and `tilemap` find each other, and side by side is worth more. */
export function neighbourTerms(text: string, language: string): string[] {
  const words = tokens(text)
    .filter(({ kind, text: word }) => kind === 'letters' && !isStopWord(word))
    .map(({ text: word }) => stem(word, language))
  return words.slice(1).map((word, i) => neighbours(words[i] ?? '', word))
}

export function neighbours(first: string, second: string): string {
  return first + second
}

/** What a word that was typed is looked up under. */
export interface QueryWord {
  kind: Token['kind']
  /** Folded, as it is marked in a text. */
  text: string
  /** The terms, each enough by itself. */
  stems: string[]
  /** Terms that together stand for the word where it is not a term of the index itself. */
  pairs: string[]
}

export function queryWords(query: string): QueryWord[] {
  const words: QueryWord[] = []
  for (const token of tokens(query)) {
    if (token.kind === 'letters') {
      words.push({ kind: 'letters', text: token.text, stems: allStems(token.text), pairs: [] })
    } else if (token.kind === 'syllables') {
      words.push({ kind: 'syllables', text: token.text, stems: [token.text], pairs: pairsOf(token.text) })
    } else {
      for (const text of joinedSingles(chineseCut(token.text))) {
        const parts = [...new Set(chineseWords(text))].filter((part) => part !== text && part.length > 1)
        const pairs = pairsOf(text).filter((pair) => pair !== text)
        words.push({ kind: 'chinese', text, stems: [text], pairs: [...new Set([...parts, ...pairs])] })
      }
    }
  }
  const telling = words.filter(({ text }) => !isStopWord(text))
  // a query of nothing but common words is still a query
  return telling.length > 0 ? telling : words
}

function pairsOf(run: string): string[] {
  const chars = [...run]
  return chars.slice(1).map((char, i) => `${chars[i]}${char}`)
}

/** Pairs across characters that the dictionary leaves alone: names and new words. */
function unknownPairs(run: string): string[] {
  const out: string[] = []
  let single = ''
  for (const word of chineseCut(run)) {
    if (word.length > 1) {
      single = ''
      continue
    }
    if (single && !isStopWord(single) && !isStopWord(word)) out.push(single + word)
    single = word
  }
  return out
}

/** Single characters in a row are no words of the dictionary: together they may be a name or a slip. */
function joinedSingles(cut: string[]): string[] {
  const out: string[] = []
  let joining = false
  for (const word of cut) {
    const single = [...word].length === 1 && !isStopWord(word)
    if (single && joining) out[out.length - 1] += word
    else out.push(word)
    joining = single
  }
  return out
}
