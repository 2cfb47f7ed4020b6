/** A message as the build leaves it: text, or text with the places where values go (the form of @lingui/message-utils). */
export type CompiledMessage = string | readonly Token[]
type Token = string | readonly [name: string, kind?: string, choices?: unknown]
type Choices = Readonly<Record<string, CompiledMessage | number>>

export type MessageValues = Readonly<Record<string, string | number>>

/** Says a message: values in their places, `#` as a number, and of a plural the form that the language wants. */
export function sayMessage(message: CompiledMessage, language: string, values: MessageValues = {}, count = ''): string {
  if (typeof message === 'string') return message === '#' && count ? count : message
  return message
    .map((token) => {
      if (typeof token === 'string') return token === '#' && count ? count : token
      const [name, kind, choices] = token
      const value = values[name] ?? ''
      if (kind === 'plural') return sayPlural(Number(value), choices as Choices, language, values)
      if (kind === 'select') return sayMessage(chosen(choices as Choices, String(value)), language, values, count)
      return kind === 'number' ? numberOf(Number(value), language) : String(value)
    })
    .join('')
}

function sayPlural(value: number, choices: Choices, language: string, values: MessageValues): string {
  const offset = Number(choices.offset ?? 0)
  const form = Object.hasOwn(choices, value)
    ? String(value)
    : memo(plurals, language, () => new Intl.PluralRules(language)).select(value - offset)
  return sayMessage(chosen(choices, form), language, values, numberOf(value - offset, language))
}

function chosen(choices: Choices, form: string): CompiledMessage {
  const choice = Object.hasOwn(choices, form) ? choices[form] : choices.other
  return typeof choice === 'number' || choice === undefined ? '' : choice
}

const plurals = new Map<string, Intl.PluralRules>()
const numbers = new Map<string, Intl.NumberFormat>()

/** Such a number is its digits in every language of the site; making a formatter for it would hold up a slow phone. */
export function isPlain(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 1000
}

function numberOf(value: number, language: string): string {
  if (isPlain(value)) return String(value)
  return memo(numbers, language, () => new Intl.NumberFormat(language)).format(value)
}

function memo<T>(made: Map<string, T>, language: string, make: () => T): T {
  const known = made.get(language) ?? make()
  made.set(language, known)
  return known
}
