/** The first characters of a text, as many as the gateway takes; never half of one. */
export function fittingText(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
