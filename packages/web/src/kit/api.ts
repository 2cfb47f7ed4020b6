import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { createContext, type RouterContextProvider } from 'react-router'
import type { Call } from '#kit/request.ts'

export { ApiError } from '#kit/request.ts'

/** What a loader or action may use: the same calls as the browser, made inside the process with the visitor's cookies. */
export interface Api {
  call: Call
  locale: OfferedLocale
}

/** The pages of editors that stand above and below the middle of the home page, as the operator has set them. */
export interface HomeSlugs {
  top: string
  bottom: string
}

export const apiContext = createContext<Api>()
export const homeSlugsContext = createContext<HomeSlugs>()
/** The page is being made to be kept: its loaders see nobody, and what is one visitor's own is left out. */
export const isForEverybodyContext = createContext(false)

export function apiOf(context: Readonly<RouterContextProvider>): Api {
  return context.get(apiContext)
}
