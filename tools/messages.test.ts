import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { type Locale, languageTag, locales, offeredLocales } from '../packages/contract/src/locales.ts'
import { projectFiles, root } from './files.ts'
import { sameInBoth } from './same-words.ts'

const folder = join(root, 'packages/contract/messages')
const source = 'zh_CN'
const files = readdirSync(join(folder, source)).filter((name) => name.endsWith('.json'))

const read = new Map<string, Record<string, string>>()

function catalogue(locale: string, file: string): Record<string, string> {
  const path = join(folder, locale, file)
  const messages = read.get(path) ?? (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {})
  read.set(path, messages)
  return messages
}

type Token = string | [name: string, kind?: string, choices?: string | Record<string, Token[] | number>]

/** Names of the values that a message prints. What only chooses a plural is left out: not every language has one. */
function values(message: string): string[] {
  const names = new Set<string>()
  const visit = (tokens: Token[]): void => {
    for (const token of tokens) {
      if (typeof token === 'string') continue
      const [name, kind, choices] = token
      if (kind !== 'plural' && kind !== 'selectordinal') names.add(name)
      if (choices && typeof choices === 'object') {
        for (const choice of Object.values(choices)) if (Array.isArray(choice)) visit(choice)
        // a plural that prints its number
        if (Object.values(choices).some((choice) => Array.isArray(choice) && choice.includes('#'))) names.add(name)
      }
    }
  }
  visit(compileMessage(message) as Token[])
  return [...names].sort()
}

test('there is a catalogue for every locale of the product, and for no other [I18N-001]', () => {
  expect(readdirSync(folder).sort()).toEqual([...locales].sort())
})

test('every offered locale says every message, and no other [I18N-002] [I18N-010]', () => {
  for (const locale of offeredLocales) {
    for (const file of files) {
      expect(Object.keys(catalogue(locale, file)).sort(), `${locale}/${file}`).toEqual(
        Object.keys(catalogue(source, file)).sort(),
      )
    }
  }
})

test('a key stands in one file only', () => {
  const seen = new Map<string, string>()
  const doubles: string[] = []
  for (const file of files) {
    for (const key of Object.keys(catalogue(source, file))) {
      if (seen.has(key)) doubles.push(`${key}: ${seen.get(key)} and ${file}`)
      seen.set(key, file)
    }
  }
  expect(doubles).toEqual([])
})

test('a message is sound and wants the same values in every locale', () => {
  const faults: string[] = []
  for (const file of files) {
    for (const [key, message] of Object.entries(catalogue(source, file))) {
      const wanted = values(message)
      for (const locale of offeredLocales) {
        const text = catalogue(locale, file)[key] ?? ''
        if (text.trim() === '') faults.push(`${locale} ${key} is empty`)
        else if (values(text).join() !== wanted.join())
          faults.push(`${locale} ${key} wants {${values(text)}}, ${source} {${wanted}}`)
      }
    }
  }
  expect(faults).toEqual([])
})

test('a plural has every form that the language has, and none that it does not', () => {
  const faults = everyMessage().flatMap(({ locale, key, text }) =>
    pluralsOf(compileMessage(text) as Token[]).flatMap((forms) => {
      const named = forms.filter((form) => /^[a-z]+$/.test(form) && form !== 'offset')
      const { pluralCategories } = new Intl.PluralRules(languageTag(locale)).resolvedOptions()
      const known: readonly string[] = pluralCategories
      // in Romance languages `many` is of whole millions, and says what `other` says
      const needed = known.filter((form) => form !== 'many' || locale === 'ru_RU')
      // a word that never changes has one form, but in Russian there is always another ending
      const isInvariable = named.join() === 'other' && locale !== 'ru_RU'
      const missing = isInvariable ? [] : needed.filter((form) => !named.includes(form))
      const foreign = named.filter((form) => !known.includes(form))
      return missing.length + foreign.length > 0 ? [`${locale} ${key}: lacks ${missing}, has ${foreign}`] : []
    }),
  )
  expect(faults).toEqual([])
})

test('nothing is left in English but the words that are the same in both', () => {
  const left = everyMessage().flatMap(({ locale, key, text, english }) => {
    if (locale === 'en_US' || text !== english || wordsOf(text) === '') return []
    return sameInBoth.everywhere.includes(wordsOf(text)) || sameInBoth[locale]?.includes(wordsOf(text))
      ? []
      : [`${locale} ${key}: ${text}`]
  })
  expect(left).toEqual([])
})

test('words that are said to be the same in both are still said', () => {
  const said = new Set(everyMessage().flatMap(({ text, english }) => (text === english ? [wordsOf(text)] : [])))
  expect(Object.values(sameInBoth).flatMap((words) => words.filter((word) => !said.has(word)))).toEqual([])
})

test('no Chinese is left in another language, but for the names of Chinese things', () => {
  const left = everyMessage().flatMap(({ locale, key, text, english }) => {
    if (locale === 'zh_CN' || locale === 'ja_JP') return []
    return /\p{Script=Han}/u.test(text) && !/\p{Script=Han}/u.test(english) ? [`${locale} ${key}: ${text}`] : []
  })
  expect(left).toEqual([])
})

/** Every message of every offered locale, beside what English says. */
function everyMessage(): { locale: Locale; key: string; text: string; english: string }[] {
  return files.flatMap((file) => {
    const inEnglish = catalogue('en_US', file)
    return offeredLocales.flatMap((locale) =>
      Object.entries(catalogue(locale, file)).map(([key, text]) => ({
        locale,
        key,
        text,
        english: inEnglish[key] ?? '',
      })),
    )
  })
}

/** The forms of each plural in a message. */
function pluralsOf(tokens: Token[]): string[][] {
  if (typeof tokens === 'string') return []
  return tokens.flatMap((token) => {
    if (typeof token === 'string') return []
    const [, kind, choices] = token
    if (typeof choices !== 'object') return []
    const inside = Object.values(choices).flatMap((choice) => (Array.isArray(choice) ? pluralsOf(choice) : []))
    return kind === 'plural' || kind === 'selectordinal' ? [Object.keys(choices), ...inside] : inside
  })
}

/** What a translator could have said otherwise: no values, no signs, no numbers. */
function wordsOf(message: string): string {
  const texts = (tokens: Token[] | string): string[] =>
    [tokens].flat().flatMap((token) => {
      if (typeof token === 'string') return [token]
      const [, , choices] = token
      if (typeof choices !== 'object') return []
      // the offset of a plural is a number, or none
      return Object.values(choices).flatMap((choice) => (Array.isArray(choice) ? texts(choice) : []))
    })
  return texts(compileMessage(message) as Token[])
    .join(' ')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
}

test('every message is spoken somewhere', () => {
  const code = projectFiles('packages')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const literals = new Set([...code.matchAll(/['"`]([\w.-]+)['"`]/g)].map(([, text]) => text))
  const prefixes = [...code.matchAll(/`([\w.-]+[._])\$\{/g)].map(([, text]) => text ?? '')
  const unspoken = files
    .flatMap((file) => Object.keys(catalogue(source, file)))
    .filter((key) => !literals.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)))
  expect(unspoken).toEqual([])
})
