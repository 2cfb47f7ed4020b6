import { createContext } from 'react'

/**
 * The mark of scripts that the site itself writes into a page. The server takes it out again, and no text of an author
 * can know it. The browser never has it.
 */
export const ScriptNonce = createContext<string | undefined>(undefined)
