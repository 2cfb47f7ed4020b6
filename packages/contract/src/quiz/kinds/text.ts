import type { TextAsk } from '../asks.ts'
import type { QuestionKind } from './question-kind.ts'

const longestText = 500

/** A word or a line is typed, and compared with the accepted ones. */
export const text: QuestionKind<TextAsk> = {
  faults({ ask }) {
    const { answers = [] } = ask ?? {}
    return answers.some((answer) => answer.credit >= 100 && answer.text.trim() !== '')
      ? []
      : [{ field: 'ask.answers', message: 'quiz.fault.no_accepted' }]
  },
  refusal: (_, given) =>
    given.length > 1 || given.some((typed) => typed.length > longestText) ? 'quiz.refused.answer' : null,
  credit: ({ ask }, [typed = '']) => (ask ? textCredit(ask, typed) : 0),
  shown: () => ({ kind: 'text' }),
  right: ({ id, ask }) => ({ [id]: ask ? textRight(ask) : [] }),
}

export function textCredit({ answers, matchCase }: TextAsk, typed: string): number {
  const given = folded(typed, matchCase)
  if (given === '') return 0
  const credits = answers.filter((answer) => isLike(given, piecesOf(answer.text, matchCase)))
  return Math.max(0, ...credits.map(({ credit }) => credit / 100))
}

export function textRight({ answers }: Pick<TextAsk, 'answers'>): string[] {
  return answers.filter(({ credit, text: line }) => credit >= 100 && line.trim() !== '').map(({ text: line }) => line)
}

/** Without what does not count: the width of signs, spaces around and several of them, and capitals. */
export function folded(line: string, matchCase: boolean): string {
  const plain = line.normalize('NFKC').replace(/\s+/g, ' ').trim()
  // between signs of Chinese and Japanese a space says nothing
  const tight = plain.replace(
    /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]) | (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu,
    '',
  )
  return matchCase ? tight : tight.toLowerCase()
}

/** What stands between the wildcards of an accepted answer. */
function piecesOf(line: string, matchCase: boolean): string[] {
  const pieces = ['']
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at)
    if (sign === '\\' && line.charAt(at + 1) === '*') {
      pieces.push(`${pieces.pop() ?? ''}*`)
      at++
    } else if (sign === '*') pieces.push('')
    else pieces.push((pieces.pop() ?? '') + sign)
  }
  return pieces.map((piece) => folded(piece, matchCase))
}

/** No expression is run: each piece is looked for once after the one before, so that no pattern takes long. */
function isLike(given: string, pieces: readonly string[]): boolean {
  const [first = '', ...rest] = pieces
  const last = rest.pop()
  if (last === undefined) return given === first
  if (!given.startsWith(first)) return false
  let from = first.length
  for (const piece of rest) {
    const at = given.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  return given.length - last.length >= from && given.endsWith(last)
}
