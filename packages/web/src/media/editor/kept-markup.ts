// Shows markup that is kept as it came. The server has cleaned it when it was saved; a document that comes another way
// (another tab, a copy on this device) has not been there, so nothing is shown here but words in plain elements.

const tags = new Set(
  (
    'p br hr ul ol li dl dt dd blockquote pre code kbd samp var em strong b i s del ins sub sup mark small abbr q cite ' +
    'figure figcaption table caption thead tbody tfoot tr th td aside section div span details summary ruby rt rp time ' +
    'h2 h3 h4 h5 h6 a img picture math semantics mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup ' +
    'munder mover munderover mtable mtr mtd mstyle mpadded'
  ).split(' '),
)
const attributes = new Set(
  'class colspan rowspan align start type display mathvariant stretchy width height alt title data-tone'.split(' '),
)

const deepest = 60

export function keptMarkup(markup: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(markup, 'text/html')
  const fragment = document.createDocumentFragment()
  copyChildren(parsed.body, fragment, 0)
  return fragment
}

function copyChildren(from: Node, into: Node, depth: number): void {
  if (depth > deepest) return
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) into.appendChild(document.createTextNode(child.textContent ?? ''))
    if (!(child instanceof Element)) continue
    const name = child.localName
    if (/^(?:script|style|template|iframe|object|svg)$/.test(name)) continue
    const copy = tags.has(name) ? document.createElementNS(child.namespaceURI, name) : null
    if (copy) copyAttributes(child, copy)
    copyChildren(child, copy ?? into, depth + 1)
    if (copy) into.appendChild(copy)
  }
}

function copyAttributes(from: Element, into: Element): void {
  for (const { name, value } of from.attributes) if (attributes.has(name)) into.setAttribute(name, value)
  const src = from.getAttribute('src')
  if (from.localName === 'img' && src?.startsWith('/media/images/')) into.setAttribute('src', src)
}
