/** Characters as a person counts them: an emoji outside the basic plane is one. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}

export function cutToLimit(text: string, limit: number): string {
  return text.length <= limit ? text : Array.from(text).slice(0, limit).join('')
}
