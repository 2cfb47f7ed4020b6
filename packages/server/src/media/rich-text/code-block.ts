import type { Element, ElementContent, Text } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { all, common, createLowlight } from 'lowlight'

// Languages of game engines and their tools beside the common ones; all of them together would be a hundred more.
const alsoKnown = [
  'actionscript',
  'cmake',
  'dockerfile',
  'dos',
  'glsl',
  'gradle',
  'powershell',
  'properties',
  'protobuf',
]
const grammars = Object.fromEntries(Object.entries(all).filter(([name]) => alsoKnown.includes(name)))
const highlighter = createLowlight({ ...common, ...grammars })
highlighter.registerAlias({
  glsl: ['hlsl', 'shader', 'shaderlab', 'vp', 'fp', 'cginc'],
  csharp: ['c#'],
  plaintext: ['txt', 'console', 'output', 'none'],
  lua: ['script', 'gui_script', 'render_script'],
  bash: ['terminal'],
})

const longestHighlighted = 100_000

export interface CodeBlockLooks {
  /** Stands above the code. */
  fileName?: string
  /** Lines that stand out, as in `7-8,12`. */
  marked?: string
}

/** Code with its words marked and every line on its own, ready for line numbers. */
export function codeBlock(source: string, info: string, { fileName = '', marked = '' }: CodeBlockLooks = {}): Element {
  const language =
    info
      .trim()
      .split(/[\s,{]/)[0]
      ?.toLowerCase() ?? ''
  const text = source.replace(/\n$/, '')
  const known = language !== '' && highlighter.registered(language) && text.length <= longestHighlighted
  const words = known ? highlighter.highlight(language, text).children : [{ type: 'text', value: text } as const]
  const standsOut = markedLines(marked)
  const lines = splitLines(words as ElementContent[]).map((children, index): Element => {
    const className = standsOut.has(index + 1) ? ['ln', 'ln-mark'] : ['ln']
    return element('span', { className }, children.map(markedReference))
  })
  const code = element(
    'code',
    { className: ['hljs', ...(language ? [`language-${language}`] : [])] },
    lines.flatMap((line, index): ElementContent[] => (index === 0 ? [line] : [{ type: 'text', value: '\n' }, line])),
  )
  return element('figure', { className: ['codeblock'], ...(language && { dataLanguage: language }) }, [
    ...(fileName === '' ? [] : [element('figcaption', {}, [{ type: 'text', value: fileName }])]),
    element('pre', { tabIndex: 0 }, [code]),
  ])
}

/** The number of a mark in code, as its author writes it in that language: the comment that `codeBlock` reads. */
export function markComment(language: string, number: string): string {
  const comments = ['//', '--', '#', ';'].map((start) => `${start} <${number}>`)
  const known = language !== '' && highlighter.registered(language)
  return (known && comments.find((comment) => isComment(highlighter.highlight(language, comment).children))) || number
}

function isComment([first]: readonly { type: string }[]): boolean {
  const node = first as ElementContent | undefined
  return node?.type === 'element' && String(node.properties.className ?? '').includes('hljs-comment')
}

const mostMarkedLines = 2000

function markedLines(ranges: string): Set<number> {
  const lines = new Set<number>()
  for (const [, from = '', to = from] of ranges.matchAll(/(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?/g)) {
    for (let line = Number(from); line <= Number(to) && lines.size < mostMarkedLines; line++) lines.add(line)
  }
  return lines
}

export function element(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children }
}

/** Cuts marked code at its line breaks; a mark that spans lines goes on in the next. */
function splitLines(nodes: ElementContent[]): ElementContent[][] {
  const lines: ElementContent[][] = [[]]
  for (const node of nodes) {
    const parts =
      node.type === 'element' ? splitLines(node.children).map((children) => ({ ...node, children })) : splitText(node)
    parts.forEach((part, index) => {
      if (index > 0) lines.push([])
      if (textOf(part) !== '') lines.at(-1)?.push(part)
    })
  }
  return lines
}

function splitText(node: ElementContent): Text[] {
  return textOf(node)
    .split('\n')
    .map((value): Text => ({ type: 'text', value }))
}

/** A comment that is only a number in angle brackets points to that item of the list below the code. */
function markedReference(node: ElementContent): ElementContent {
  const isComment = node.type === 'element' && String(node.properties.className ?? '').includes('hljs-comment')
  const number = isComment ? /^(?:--|\/\/|#|;)\s*<(\d{1,2})>$/.exec(textOf(node).trim())?.[1] : undefined
  return number === undefined ? node : element('span', { className: ['code-mark'] }, [{ type: 'text', value: number }])
}
