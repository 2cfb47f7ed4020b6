/**
 * HTML with something else in the place of its gaps, which are written `[[1]]`. Only in its text: what stands in a tag, as
 * the words of a picture, stays.
 */
export function withGaps(html: string, replace: (number: number) => string): string {
  return html
    .split(/(<(?:[^"'>]|"[^"]*"|'[^']*')*>)/)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replace(/\[\[(\d{1,3})\]\]/g, (_, number: string) => replace(Number(number))),
    )
    .join('')
}
