const mark = '<span class="missing">[^<]*</span>'
const figuresOfMarks = new RegExp(`<figure\\b[^>]*>(?:(?!</figure>)[^])*?${mark}(?:(?!</figure>)[^])*</figure>`, 'g')
const linesOfMarks = new RegExp(`<p>\\s*(?:${mark}\\s*)+</p>`, 'g')
const marks = new RegExp(mark, 'g')

/**
 * Text for readers. Marks such as "picture missing" are for the author: readers get the text as if nothing had been
 * there.
 */
export function withoutMarks(html: string): string {
  if (!html.includes('class="missing"')) return html
  return html.replace(figuresOfMarks, '').replace(linesOfMarks, '').replace(marks, '')
}
