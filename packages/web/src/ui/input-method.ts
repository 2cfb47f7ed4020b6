/**
 * The `keyCode` of a key that an input method takes, as the Enter that ends its word and the Escape that drops it. Safari
 * tells the last of them by nothing else.
 */
export const inputMethodKey = 229
