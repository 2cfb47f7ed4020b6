import { Converter } from 'opencc-js/t2cn'

/** One form for all ways to write a text: compatibility characters, small and simplified, without signs of no width. */
export function foldedText(text: string): string {
  return toSimplified(text.normalize('NFKC').replace(/\p{Cf}/gu, '')).toLowerCase()
}

type Convert = (text: string) => string

let convert: Convert | undefined

/** Traditional characters as the simplified ones. Its tables are made once, with the first text. */
export function toSimplified(text: string): string {
  const known: Convert = convert ?? Converter({ from: 't', to: 'cn' })
  convert = known
  return known(text)
}
