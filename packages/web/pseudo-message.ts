/** A message as the compiler leaves it: text, or text between places where values go. */
export type PseudoMessage = string | Token[]
type Token = string | [name: string, kind?: string, choices?: string | Record<string, Choice>]
type Choice = PseudoMessage | number | undefined

/**
 * The message in a language that nobody speaks: accented, about a third longer, in brackets. What stays plain on a
 * picture is no message, what loses its brackets is cut, and what breaks would break in German too.
 */
export function pseudoMessage(message: PseudoMessage): PseudoMessage {
  const length = typeof message === 'string' ? message.length : message.filter(isText).join('').length
  const padding = ' one two three four five six seven eight nine ten'.repeat(1 + Math.floor(length / 140))
  const more = padding.slice(0, Math.ceil(length * 0.35)).trimEnd()
  const inner = accented(message)
  return typeof inner === 'string' ? `[${inner}${more}]` : ['[', ...inner, `${more}]`]
}

function accented(message: PseudoMessage): PseudoMessage {
  if (typeof message === 'string') return accentedText(message)
  return message.map((token): Token => {
    if (typeof token === 'string') return accentedText(token)
    const [name, kind, choices] = token
    if (typeof choices !== 'object') return token
    return [
      name,
      kind,
      Object.fromEntries(Object.entries(choices).map(([key, choice]) => [key, accentedChoice(choice)])),
    ]
  })
}

/** The offset of a plural is a number, or none. */
function accentedChoice(choice: Choice): Choice {
  return typeof choice === 'number' || choice === undefined ? choice : accented(choice)
}

const plain = 'aceinosuyzACEINOSUYZ'
const marked = 'áçéíñöšûýžÁÇÉÍÑÖŠÛÝŽ'

function accentedText(text: string): string {
  return text.replace(/[aceinosuyz]/gi, (letter) => marked[plain.indexOf(letter)] ?? letter)
}

function isText(token: Token): token is string {
  return typeof token === 'string'
}
