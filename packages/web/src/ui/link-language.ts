import { createContext } from 'react'

/** What a link within the site becomes on this page: it may have to say in which language the page was asked for. */
export const LinkLanguage = createContext<(to: string) => string>((to) => to)
