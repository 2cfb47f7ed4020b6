import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { createContext, type RouterContextProvider } from 'react-router'
import type { Call } from '#kit/request.ts'

export { ApiError } from '#kit/request.ts'

/** What a loader or action may use: the same calls as the browser, made inside the process with the visitor's cookies. */
export interface Api {
  call: Call
  locale: OfferedLocale
}

export const apiContext = createContext<Api>()

export function apiOf(context: Readonly<RouterContextProvider>): Api {
  return context.get(apiContext)
}
