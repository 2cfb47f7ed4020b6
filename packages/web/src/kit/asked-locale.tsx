import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { askedLocale, keepLocale } from '@lantern/contract/page-languages.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import { type ReactNode, useState } from 'react'
import { type MiddlewareFunction, redirect, useLocation } from 'react-router'
import { LinkLanguage } from '#ui/link-language.ts'

/** The language that an address asks for, as search engines have it: the visitor's choice stays. */
export function askedIn({ pathname, search }: { pathname: string; search: string }): OfferedLocale | null {
  return askedLocale(pathname, new URLSearchParams(search).get(wireNames.language))
}

/** Links of a page whose address asked for a language ask for it too, so that the next page speaks it. */
export function KeepsAskedLocale({ children }: { children: ReactNode }) {
  const location = useLocation()
  // that of the document: it says what the loaded words are in
  const [asked] = useState(() => askedIn(location))
  return asked ? <LinkLanguage value={(to) => keepLocale(to, asked)}>{children}</LinkLanguage> : children
}

/** In the browser, for what moves on without a link. */
export function keepAskedLocale(asked: OfferedLocale | null): MiddlewareFunction {
  return async ({ url }, next) => {
    if (asked && askedIn(url) === null) throw redirect(keepLocale(`${url.pathname}${url.search}`, asked))
    return next()
  }
}
