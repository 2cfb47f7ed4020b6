/** The key of a shortcut. On a keyboard of another script, as Cyrillic, it is the Latin letter of the same place. */
export function latinKey({ key, code = '' }: { key: string; code?: string }): string {
  if (key.length !== 1) return key
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  return (letter && key.charCodeAt(0) > 127 ? letter : key).toLowerCase()
}
