import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { type Locale, offeredLocales } from '../packages/contract/src/locales.ts'
import { catalogues, earlyParts } from '../packages/web/catalogues-plugin.ts'
import { type PseudoMessage, pseudoMessage } from '../packages/web/pseudo-message.ts'
import { root } from './files.ts'

const folder = join(root, 'packages/contract/messages')
const plugin = catalogues() as unknown as { load(this: { addWatchFile(path: string): void }, id: string): string }
const load = (id: string) => plugin.load.call({ addWatchFile: () => undefined }, `\0virtual:${id}`)
const messagesOf = (id: string): Record<string, unknown> =>
  JSON.parse(JSON.parse(/^export default JSON\.parse\((.*)\)$/s.exec(load(id))?.[1] ?? '""'))
const source = (locale: Locale, file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, locale, file), 'utf8'))

test('what a page waits for names each language apart: one of them comes, and no other', () => {
  const code = load('messages/base')
  expect([...code.matchAll(/import\('virtual:catalogue\/(\w+)\/base'\)/g)].map(([, locale]) => locale).sort()).toEqual(
    [...offeredLocales].sort(),
  )
  // nothing of a catalogue is bound to the page itself
  expect(code).not.toMatch(/(from|import) ['"]virtual:catalogue/)
})

test('the bytes of one language hold none of another', () => {
  for (const locale of offeredLocales) {
    const bytes = JSON.stringify(messagesOf(`catalogue/${locale}`))
    for (const other of offeredLocales) {
      // the languages that are offered are named in themselves everywhere
      const { 'shell.skip': skip = '', 'catalog.home_description': home = '' } = {
        ...source(other, 'shell.json'),
        ...source(other, 'catalog.json'),
      }
      expect(bytes.includes(skip) && bytes.includes(home), `${other} in ${locale}`).toBe(locale === other)
    }
  }
})

test('the parts of a language are all of it, each message once, in the same part in every language', () => {
  const [parts] = offeredLocales.map(partsOf)
  const spoken = readdirSync(join(folder, 'zh_CN')).filter((file) => !/^(errors|cli|demo)\.json$/.test(file))
  const keys = spoken.flatMap((file) => Object.keys(source('zh_CN', file)))
  expect([...(parts?.keys() ?? [])].sort()).toEqual(keys.sort())
  for (const locale of offeredLocales) expect(partsOf(locale)).toEqual(parts)
})

function partsOf(locale: Locale): Map<string, string> {
  const names = [...earlyParts, ...readdirSync(join(folder, 'zh_CN')).map((file) => file.slice(0, -5))]
  const parts = new Map<string, string>()
  for (const part of names) {
    for (const key of Object.keys(messagesOf(`catalogue/${locale}/${part}`))) {
      expect(parts.get(key), key).toBeUndefined()
      parts.set(key, part)
    }
  }
  return parts
}

const pseudo = (message: string) => pseudoMessage(compileMessage(message) as PseudoMessage)

test('the language of the pictures is accented, in brackets and a third longer', () => {
  const text = [pseudo('Save your changes before you leave')].flat().join('')
  expect(text).toMatch(/^\[Šávé ýöûr çháñgéš béföré ýöû léávé .+\]$/)
  expect(text.length / 'Save your changes before you leave'.length).toBeGreaterThan(1.3)
})

test('values and plurals stay what they are in it', () => {
  const message = pseudo('{name} has {count, plural, one {# lesson} other {# lessons}}')
  const names = (Array.isArray(message) ? message : []).filter((token) => typeof token !== 'string')
  expect(names.map(([name]) => name)).toEqual(['name', 'count'])
  expect(names[1]?.[2]).toMatchObject({ one: ['#', ' léššöñ'], other: ['#', ' léššöñš'] })
})

/** The other way of speaking to a person. A sentence that begins with `Sie` may mean a thing: it is not looked at. */
const otherAddress: Partial<Record<Locale, RegExp>> = {
  zh_CN: /您/,
  de_DE: /[\p{Ll},] (?:Sie|Ihnen|Ihre?[nmrs]?)(?!\p{L})/u,
  es_ES:
    /(?<!\p{L})(?:usted(?:es)?|int[eé]ntelo|Suba|Pruebe|Escriba|Copie|Compruebe|Elija|Introduzca|Añada|Seleccione)(?!\p{L})/u,
  fr_FR: /(?<!\p{L})(?:tu|tes|toi)(?!\p{L})/iu,
  pt_PT: /(?<!\p{L})(?:tu|teus?|tuas?|ti|contigo)(?!\p{L})/iu,
  ru_RU: /(?<!\p{L})(?:ты|тебя|тебе|тво[йяеию])(?!\p{L})/iu,
}

test('a language speaks to people in one way', () => {
  for (const [locale, other] of Object.entries(otherAddress))
    for (const file of readdirSync(join(folder, locale)))
      for (const [key, text] of Object.entries(source(locale as Locale, file)))
        expect(text, `${locale} ${key}`).not.toMatch(other)
})
