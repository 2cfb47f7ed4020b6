import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { languageTag, type OfferedLocale } from '@lantern/contract/locales.ts'
import { type I18n, setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'

export type TextValues = Record<string, string | number>

/** The wording of a catalogue key in a language. An unknown key is a fault of ours: the key itself is returned. */
export type Text = (locale: OfferedLocale, key: string, values?: TextValues) => string

const catalogues = resolve(import.meta.dirname, '../../../contract/messages')

interface Speaker {
  i18n: I18n
  sources: Record<string, string>
  compiled: Set<string>
}

const speakers = new Map<OfferedLocale, Speaker>()

/** Each catalogue is read when its language is first spoken, each message compiled when it is first said. */
export const text: Text = (locale, key, values) => {
  const speaker = speakers.get(locale) ?? speakerOf(locale)
  speakers.set(locale, speaker)
  const source = speaker.sources[key]
  if (source === undefined) return key
  if (!speaker.compiled.has(key)) {
    speaker.i18n.load(locale, { [key]: compileMessage(source) })
    speaker.compiled.add(key)
  }
  return speaker.i18n._(key, values)
}

/** What a locale does not say yet is said in English: the check of the messages does not let that pass. */
function speakerOf(locale: OfferedLocale): Speaker {
  const i18n = setupI18n()
  i18n.load(locale, {})
  i18n.activate(locale, [languageTag(locale)])
  const sources = { ...messagesOf('zh_CN'), ...messagesOf('en_US'), ...messagesOf(locale) }
  return { i18n, sources, compiled: new Set() }
}

function messagesOf(locale: OfferedLocale): Record<string, string> {
  const folder = join(catalogues, locale)
  if (!existsSync(folder)) return {}
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))))
}
