/** Names of Chinese signs have no space between them, and the family's comes first. */
export function wholeName(family: string, given: string): string {
  const isHan = /^[\p{sc=Han}]+$/u.test(family + given)
  return isHan ? family + given : `${given} ${family}`.trim()
}
