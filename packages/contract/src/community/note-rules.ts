/** The most characters of a note. */
export const noteLength = 1000

/** The most characters of the text that a note is about, and of its context on each side. */
export const quoteLength = 2000
export const quoteContextLength = 32

/** The most notes of one person on one item: its page reads all of them. */
export const notesPerItem = 500
