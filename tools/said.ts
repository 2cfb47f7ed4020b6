import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PseudoMessage, pseudoMessage } from '../packages/web/pseudo-message.ts'

const folder = join(import.meta.dirname, '../packages/contract/messages')

/** What a button or field is called in any language of a picture; with any value in its placeholders. */
export function said(...keys: string[]): RegExp {
  const words = keys.flatMap((key) => {
    const messages = readdirSync(folder).map((locale) => messageOf(locale, key))
    return [...messages, pseudoMessage(messageOf('en_US', key))]
  })
  return new RegExp(`^(${words.map(patternOf).join('|')})$`)
}

/** As the compiler leaves it, as far as buttons and fields need: text between plain values. */
function messageOf(locale: string, key: string): PseudoMessage {
  for (const file of readdirSync(join(folder, locale))) {
    const message = (JSON.parse(readFileSync(join(folder, locale, file), 'utf8')) as Record<string, string>)[key]
    if (message === undefined) continue
    return message.split(/(\{\w+\})/).map((part) => (part.startsWith('{') ? [part.slice(1, -1)] : part))
  }
  throw new Error(`Nobody says ${key} in ${locale}`)
}

function patternOf(message: PseudoMessage): string {
  const parts = typeof message === 'string' ? [message] : message
  return parts.map((part) => (typeof part === 'string' ? RegExp.escape(part) : '.*')).join('')
}
