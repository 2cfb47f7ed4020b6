import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { offeredLocales } from '../packages/contract/src/locales.ts'
import { projectFiles, root } from './files.ts'

const folder = join(root, 'packages/contract/messages')
const source = 'zh_CN'
const files = readdirSync(join(folder, source)).filter((name) => name.endsWith('.json'))

function catalogue(locale: string, file: string): Record<string, string> {
  return JSON.parse(readFileSync(join(folder, locale, file), 'utf8'))
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

test('every offered locale says every message, and no other [I18N-010]', () => {
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
