import type { KeyboardEvent } from 'react'

/**
 * The key is one of an input method, which takes its word with Enter and drops it with Escape. Safari reports the last of
 * them after the word, with the code that such keys have.
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}
