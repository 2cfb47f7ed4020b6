import type { Emphasis, Html, Link, Parent, PhrasingContent, Root, RootContent, Text } from 'mdast'

type Node = Root | RootContent
type Attributed = Extract<PhrasingContent, { type: 'image' | 'inlineCode' | 'link' | 'emphasis' | 'strong' | 'html' }>

/** What the writing tool understands inside a paragraph and CommonMark does not. Changes the tree in place. */
export function readInlineMarks(node: Node): void {
  if (!('children' in node)) return
  const parent = node as Parent
  takeAttributes(parent)
  parent.children = parent.children.flatMap((child): RootContent[] => {
    if (child.type === 'text') return readText(child)
    if (child.type === 'html') return [keepUnknownTags(child)]
    if (child.type === 'link') return endAddress(child)
    return [child]
  })
  for (const child of parent.children) readInlineMarks(child)
}

/** `![…](…){.left}`: the braces belong to what stands right before them. */
function takeAttributes(parent: Parent): void {
  parent.children.forEach((child, index) => {
    const before = parent.children[index - 1]
    if (child.type !== 'text' || !before || !isAttributed(before)) return
    const found = /^\{:?\s*([.#][^{}]*|[\w-]+=[^{}]*)\}/.exec(child.value)
    if (!found) return
    child.value = child.value.slice(found[0].length)
    const words = (found[1] ?? '').split(/\s+/)
    const classes = words.filter((word) => word.startsWith('.')).map((word) => word.slice(1))
    before.data = { ...before.data, hProperties: { ...before.data?.hProperties, className: classes } }
  })
}

function isAttributed(node: RootContent): node is Attributed {
  return ['image', 'inlineCode', 'link', 'emphasis', 'strong', 'html'].includes(node.type)
}

const subOrSup = /(?<!~)~([^\s~]{1,30})~(?!~)|\^([^\s^]{1,30})\^/g

function readText(node: Text): RootContent[] {
  const out: RootContent[] = []
  const text = typographic(node.value)
  let at = 0
  for (const found of text.matchAll(subOrSup)) {
    if (found.index > at) out.push({ type: 'text', value: text.slice(at, found.index) })
    const [all, low, high] = found
    // mdast has no node for these: an emphasis that is written under another name
    const mark: Emphasis = {
      type: 'emphasis',
      children: [{ type: 'text', value: low ?? high ?? '' }],
      data: { hName: low === undefined ? 'sup' : 'sub' },
    }
    out.push(mark)
    at = found.index + all.length
  }
  if (at === 0) return [{ ...node, value: text }]
  if (at < text.length) out.push({ type: 'text', value: text.slice(at) })
  return out
}

// Two hyphens between words or numbers are an en dash, three an em dash; before a word they are an option of a command.
function typographic(text: string): string {
  if (!text.includes('--')) return text
  return text.replace(
    /\{[#.][^}]*\}|(?<!-)---(?!-)|(?<=[^\s-])--(?=[^\s-])|(?<=\s)--(?=\s)|^--(?=\d)|^--$/g,
    (found) => (found === '---' ? '—' : found === '--' ? '–' : found),
  )
}

// A bare address ends where Chinese punctuation begins: no address has that in it unescaped.
function endAddress(link: Link): RootContent[] {
  const text = link.children.length === 1 ? link.children[0] : undefined
  if (text?.type !== 'text' || !link.url.endsWith(text.value)) return [link]
  const scheme = link.url.slice(0, link.url.length - text.value.length)
  if (scheme !== '' && scheme !== 'http://') return [link]
  const end = text.value.search(notInAddresses)
  if (end < 1) return [link]
  const address = text.value.slice(0, end)
  return [
    { ...link, url: scheme + address, children: [{ type: 'text', value: address }] },
    { type: 'text', value: text.value.slice(end) },
  ]
}

/** In running text of East Asia no space stands behind an address: its letters and marks begin the next word. */
const notInAddresses =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef“”‘’…—*`]/u

/** `<AppName>` in running text is a word, not markup: shown, where HTML would swallow it. */
function keepUnknownTags(node: Html): RootContent {
  const tags = [...node.value.matchAll(/<\/?([a-zA-Z][\w-]*)/g)].map((tag) => tag[1]?.toLowerCase() ?? '')
  const isUnknown = tags.length > 0 && tags.every((tag) => !htmlTags.has(tag))
  return isUnknown ? { type: 'text', value: node.value } : node
}

const htmlTags = new Set(
  (
    'a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption center cite code col ' +
    'colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form frame ' +
    'frameset h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label legend li link main map mark math meta ' +
    'meter nav noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script section ' +
    'select small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time ' +
    'title tr track tt u ul var video wbr'
  ).split(' '),
)
