// The words that sanitized rich text may use to ask for a look. Pages style exactly these and the sanitizer keeps
// exactly these, so that an author's markup can never borrow the look or the place of the interface.

/** `<aside class="callout" role="note" data-tone="…"><strong class="callout-name">…</strong>…</aside>` */
export const calloutTones = ['note', 'tip', 'warn', 'explain', 'ask', 'demo', 'review', 'recap', 'assess'] as const
export type CalloutTone = (typeof calloutTones)[number]

/**
 * - `figure.figure` holds a picture with an optional `figcaption`; `figure-small` and `figure-medium` keep it small
 * - `figure.video[data-video]` and `figure.embed[data-embed]` become players where there is script; what they hold is a
 *   link that leads there without, and an optional `figcaption`
 * - `img.image-icon`, `image-inline`, `image-left`, `image-right` stand in running text
 * - `figure.codeblock[data-language]` holds an optional `figcaption` that names the file, and `pre > code.hljs` with one
 *   `span.ln` for each line; lines with `ln-mark` stand out;
 *   `span.code-mark` is a numbered mark that the list below the code explains
 * - `code.code-access` is a short label beside a name, as in "get" or "get+set"
 * - `div.table-wrap` lets a wide table scroll, `div.math` holds a displayed formula
 * - `span.mention` is the name of a person who is spoken to in a message
 * - `span.missing` names a picture or a part of the text that did not come with the lesson
 * - `a.broken-link` has no address: it led to a page that was not imported
 * - `p.embed` links to a player on another site
 */
export const richTextClasses = {
  aside: ['callout'],
  strong: ['callout-name'],
  figure: ['figure', 'figure-small', 'figure-medium', 'codeblock', 'video', 'embed'],
  img: ['image-icon', 'image-inline', 'image-left', 'image-right'],
  code: ['hljs', 'code-access'],
  span: ['ln', 'ln-mark', 'code-mark', 'missing', 'mention'],
  div: ['table-wrap', 'math'],
  a: ['broken-link'],
  p: ['embed'],
  section: ['footnotes'],
} as const satisfies Record<string, readonly string[]>

/** Fragments inside a lesson carry this prefix, so that no heading can take the id of a part of the page. */
export const fragmentPrefix = 'h-'
