import { createRequire } from 'node:module'
import type { Element, ElementContent, Text } from 'hast'
import { toString as textOf } from 'hast-util-to-string'

const require = createRequire(import.meta.url)

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

let highlighter: ReturnType<typeof loadHighlighter> | undefined

/** Two hundred modules, loaded with the first code; who asks for them does not wait for anything, hence no `import()`. */
function loadHighlighter() {
  const { all, common, createLowlight } = require('lowlight') as typeof import('lowlight')
  const grammars = Object.fromEntries(Object.entries(all).filter(([name]) => alsoKnown.includes(name)))
  const loaded = createLowlight({ ...common, ...grammars })
  loaded.registerAlias({
    glsl: ['hlsl', 'shader', 'shaderlab', 'vp', 'fp', 'cginc'],
    csharp: ['c#'],
    plaintext: ['txt', 'console', 'output', 'none'],
    lua: ['script', 'gui_script', 'render_script'],
    bash: ['terminal'],
  })
  return loaded
}

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
  const words = text.length <= longestHighlighted ? highlighted(language, text) : null
  const standsOut = markedLines(marked)
  const lines = splitLines(words ?? [{ type: 'text', value: text }]).map((children, index): Element => {
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
  return comments.find((comment) => isComment(highlighted(language, comment))) ?? number
}

/** Text with its words marked; null where nobody knows the language. */
function highlighted(language: string, text: string): ElementContent[] | null {
  if (language === '') return null
  highlighter ??= loadHighlighter()
  return highlighter.registered(language) ? (highlighter.highlight(language, text).children as ElementContent[]) : null
}

function isComment(words: ElementContent[] | null): boolean {
  const node = words?.[0]
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
