import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { languageTag } from '@lantern/contract/locales.ts'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { catalogueOf } from '#kit/catalogue.ts'
import { sayMessage } from '#kit/compiled-message.ts'
import type { MessageKey } from '#kit/message-keys.ts'

export type { MessageKey }

/** The wording of a catalogue key in the visitor's language. */
export type Translate = (key: MessageKey, values?: Record<string, string | number>) => string

interface Spoken {
  locale: OfferedLocale
  t: Translate
}

const MessagesContext = createContext<Spoken | null>(null)

export function MessagesProvider({ locale, children }: { locale: OfferedLocale; children: ReactNode }) {
  const spoken = useMemo(() => ({ locale, t: translator(locale) }), [locale])
  return <MessagesContext value={spoken}>{children}</MessagesContext>
}

export function useMessages(): Translate {
  return useSpoken().t
}

export function useLocale(): OfferedLocale {
  return useSpoken().locale
}

function useSpoken(): Spoken {
  const spoken = use(MessagesContext)
  if (!spoken) throw new Error('There is no MessagesProvider above')
  return spoken
}

export function translator(locale: OfferedLocale): Translate {
  // with its region: in Portugal 0 is no singular
  const language = languageTag(locale)
  // looked up at each call: parts of the catalogue may come later
  return (key, values) => {
    const message = catalogueOf(locale)[key]
    return message === undefined ? key : sayMessage(message, language, values)
  }
}
