import { Converter } from 'opencc-js/t2cn'

type Convert = (text: string) => string

let convert: Convert | undefined

/** Traditional characters as the simplified ones. Its tables are made once, with the first text. */
export function toSimplified(text: string): string {
  const known: Convert = convert ?? Converter({ from: 't', to: 'cn' })
  convert = known
  return known(text)
}
