// What a word processor or a web page puts into the clipboard, as HTML that the schema can read. Pure over the text of
// the clipboard; what runs is dropped by the parser and what the schema has no word for by the schema.

export interface CleanedPaste {
  html: string
  /** Pictures that cannot come along: they are on another site or on the author's own disk. */
  lostPictures: number
  /** Pictures that the clipboard carries whole. */
  carried: string[]
}

export function cleanPastedHtml(html: string): CleanedPaste {
  const page = new DOMParser().parseFromString(withoutConditions(html), 'text/html')
  for (const element of page.querySelectorAll('script, style, meta, link, title, noscript, template, xml, object'))
    element.remove()
  for (const element of page.querySelectorAll('*')) {
    // Word's own namespace, as <o:p>
    if (element.localName.includes(':')) element.replaceWith(...element.childNodes)
  }
  wordLists(page)
  nestedLists(page)
  blankLines(page)
  titlesToHeadings(page)
  const { lostPictures, carried } = pictures(page)
  dropComments(page)
  return { html: page.body.innerHTML, lostPictures, carried }
}

/** Word's and WPS's conditional comments say the same again for other programs. */
function withoutConditions(html: string): string {
  return html
    .replace(/<!--\[if [^\]]*\]>[\s\S]*?<!\[endif\]-->/g, '')
    .replace(/<!\[if !supportLists\]>/g, '<span data-list-mark>')
    .replace(/<!--\[if !supportLists\]-->/g, '<span data-list-mark>')
    .replace(/<!(?:--)?\[endif\](?:--)?>/g, '</span>')
    .replace(/<!\[if [^\]]*\]>/g, '<span>')
}

/** What counts: numbers, letters or numerals with something behind them or around them, and numbers in circles. */
const orderedMark =
  /^\s*(?:[(（[]?(?:\d+(?:\.\d+)*|[a-zA-Z]|[ivxlIVXL]+|[一二三四五六七八九十百]+|[가-하]|[ア-ン])[.)、．）\]]|[①-⑳]|第.+[章节條条])/

/** Word writes lists as paragraphs that only look like items: `mso-list: l0 level2 lfo1`. */
function wordLists(page: Document): void {
  const stack: { level: number; list: Element }[] = []
  for (const paragraph of [...page.querySelectorAll('p, h1, h2, h3, h4, h5, h6')]) {
    const style = paragraph.getAttribute('style') ?? ''
    const level = Number(/mso-list:\s*\S+\s+level(\d)/.exec(style)?.[1] ?? 0)
    if (level === 0) {
      stack.length = 0
      continue
    }
    const mark = listMark(paragraph)
    const kind = orderedMark.test(mark) ? 'ol' : 'ul'
    while (stack.length > 0 && (stack.at(-1)?.level ?? 0) > level) stack.pop()
    let top = stack.at(-1)
    const isBeside = top?.list.nextElementSibling === paragraph || top?.level !== 1
    // a list of another kind at the same depth stands behind the one before it, in the same item
    const isOther = top?.level === level && top.list.localName !== kind
    if (top && isOther && isBeside) {
      const list = listLike(page, kind, mark)
      top.list.after(list)
      stack.pop()
      top = { level, list }
      stack.push(top)
    } else if (!top || top.level < level || (stack.length === 1 && !isBeside)) {
      const list = listLike(page, kind, mark)
      const parentItem = top && top.level < level ? top.list.lastElementChild : null
      if (parentItem) parentItem.append(list)
      else paragraph.before(list)
      if (!parentItem) stack.length = 0
      top = { level, list }
      stack.push(top)
    }
    const item = page.createElement('li')
    const line = page.createElement('p')
    line.append(...paragraph.childNodes)
    item.append(line)
    top.list.append(item)
    paragraph.remove()
  }
}

/** A list that counts as its first mark does: with letters or Roman numerals, and from the number that stands there. */
function listLike(page: Document, kind: 'ol' | 'ul', mark: string): Element {
  const list = page.createElement(kind)
  if (kind === 'ul') return list
  const [written = ''] = /\d+|[a-zA-Z]+/.exec(mark) ?? []
  const letter = written[0] ?? ''
  if (/^\d/.test(written)) {
    // of 2.1 the last one counts here
    const [last = written] = mark.match(/\d+/g)?.slice(-1) ?? []
    if (Number(last) !== 1) list.setAttribute('start', last)
  } else if (letter) {
    const type = /^i$/i.test(written) ? 'i' : 'a'
    list.setAttribute('type', letter === letter.toUpperCase() ? type.toUpperCase() : type)
  }
  return list
}

/** Takes the written bullet or number away and says what it was. */
function listMark(paragraph: Element): string {
  const marks = [
    ...paragraph.querySelectorAll(
      '[data-list-mark], span[style*="mso-list:Ignore" i], span[style*="mso-list: Ignore" i]',
    ),
  ]
  const text = marks[0]?.textContent ?? ''
  for (const mark of marks) mark.remove()
  return text
}

/** Google Docs put an inner list beside the item that it belongs to. */
function nestedLists(page: Document): void {
  for (const inner of page.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const item = inner.previousElementSibling
    if (item?.localName === 'li') item.append(inner)
  }
}

/** Google Docs write an empty line as a break between blocks. */
function blankLines(page: Document): void {
  const blocks = 'p, h1, h2, h3, h4, h5, h6, ul, ol, table, div, blockquote, pre, hr'
  for (const line of page.querySelectorAll('br')) {
    const [before, after] = [line.previousSibling, line.nextSibling].map((beside) =>
      beside instanceof Element
        ? beside.matches(`${blocks}, br`)
        : beside === null || beside.textContent?.trim() === '',
    )
    if (before && after && line.parentElement?.querySelector(blocks)) line.remove()
  }
}

/** WPS and Word write their title and heading styles as classes. */
function titlesToHeadings(page: Document): void {
  for (const paragraph of page.querySelectorAll('p[class*="MsoTitle"]')) {
    const heading = page.createElement('h2')
    heading.append(...paragraph.childNodes)
    paragraph.replaceWith(heading)
  }
}

function pictures(page: Document): { lostPictures: number; carried: string[] } {
  const carried: string[] = []
  let lostPictures = 0
  for (const image of page.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? ''
    if (src.startsWith('/media/images/')) continue
    if (/^data:image\/(?:png|jpeg|gif|webp);base64,/.test(src)) carried.push(src)
    else if (!isPixel(image)) lostPictures++
    image.remove()
  }
  return { lostPictures, carried }
}

/** Pages count their readers with these. */
function isPixel(image: Element): boolean {
  return Number(image.getAttribute('width') ?? 9) <= 2 || Number(image.getAttribute('height') ?? 9) <= 2
}

function dropComments(page: Document): void {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_COMMENT)
  const found: Comment[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Comment)
  for (const comment of found) comment.remove()
}

/** What an editor of code puts there: coloured text that says nothing about its meaning. */
export function isColouredCode(html: string): boolean {
  return (
    /font-family:[^;"]*(?:monospace|consolas|menlo|monaco|courier)/i.test(html) &&
    !/<(?:table|ul|ol|h\d|img|p)\b/i.test(html)
  )
}

/** A picture of the clipboard as a file. */
export function fileOf(dataUrl: string, name: string): File {
  const [head = '', body = ''] = dataUrl.split(',')
  const type = /^data:([\w/+.-]+)/.exec(head)?.[1] ?? 'image/png'
  const bytes = Uint8Array.from(atob(body), (mark) => mark.charCodeAt(0))
  return new File([bytes], `${name}.${type.split('/')[1]}`, { type })
}
