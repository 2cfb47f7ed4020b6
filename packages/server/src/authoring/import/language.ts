import type { ContentLanguage } from '@lantern/contract/roles.ts'
import { asLanguage } from './files.ts'
import { textField } from './front-matter.ts'

/** The language of a text whose place says nothing: what its front matter says, else what its letters say. */
export function languageOf(fields: Record<string, unknown>, text: string): ContentLanguage {
  const said = textField(fields, 'language', 'lang', 'locale').slice(0, 2).toLowerCase()
  return asLanguage(said) ?? languageOfLetters(text)
}

export function languageOfLetters(text: string): ContentLanguage {
  const sample = text.slice(0, 20_000)
  const count = (letters: RegExp) => sample.match(letters)?.length ?? 0
  const latin = count(/\p{Script=Latin}/gu)
  const scripts: [ContentLanguage, number][] = [
    ['ja', count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) * 4],
    ['ko', count(/\p{Script=Hangul}/gu) * 2],
    ['zh', count(/\p{Script=Han}/gu) * 2],
    ['ru', count(/\p{Script=Cyrillic}/gu)],
    ['en', latin],
  ]
  return scripts.reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}
