import { createContext } from 'react'

/**
 * What the server marks the scripts with that the site itself writes into a page, and takes out again: whatever else
 * stands in the page does not know it. The browser never has it.
 */
export const ScriptNonce = createContext<string | undefined>(undefined)
