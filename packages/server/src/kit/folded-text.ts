import { toSimplified } from './simplified-chinese.ts'

/** One form for all ways to write a text: compatibility characters, small and simplified, without signs of no width. */
export function foldedText(text: string): string {
  return toSimplified(text.normalize('NFKC').replace(/\p{Cf}/gu, '')).toLowerCase()
}
