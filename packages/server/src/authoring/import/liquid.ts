import { fenceTracker } from './fences.ts'
import type { Note } from './note.ts'

export interface ExpandContext {
  /** Text of another file named by this one; null when it is not there. */
  include(path: string): string | null
  /** What stands for a part that is not there. */
  missingPart(path: string, title: string): string
  /** Front matter, for `{{ page.title }}`. */
  variables: Record<string, unknown>
}

const deepestInclude = 8

/**
 * Resolves what the writing tool would have resolved before Markdown: Liquid tags and included parts. Code is left as
 * it is, and so is `{{ … }}` that names nothing known: lessons about templates are full of it.
 */
export function expandIncludes(text: string, context: ExpandContext): { text: string; notes: Note[] } {
  const notes: Note[] = []
  return { text: expand(text, context, notes, 0), notes }
}

function expand(text: string, context: ExpandContext, notes: Note[], depth: number): string {
  const inFence = fenceTracker()
  let skipUntil: RegExp | null = null
  let raw = false
  const lines: string[] = []
  text.split('\n').forEach((line, index) => {
    if (skipUntil) {
      if (skipUntil.test(line)) skipUntil = null
      return
    }
    const highlight = /^(\s*)\{%-?\s*(end)?highlight\s*([\w+#-]*).*%\}\s*$/.exec(line)
    const written = highlight ? `${highlight[1]}\`\`\`${highlight[2] ? '' : highlight[3]}` : line
    if (inFence(written)) {
      lines.push(written)
      return
    }
    if (/\{%-?\s*comment\s*-?%\}/.test(line) && !/endcomment/.test(line)) {
      skipUntil = /\{%-?\s*endcomment\s*-?%\}/
      return
    }
    const part = /^(\s*):\[([^\]]*)\]\(([^)\s]+)\)\s*$/.exec(line)
    if (part) {
      const [, indent = '', title = '', path = ''] = part
      lines.push(indented(included(path, title, {}, index + 1), indent))
      return
    }
    lines.push(liquidLine(line, index + 1))
  })
  return lines.join('\n')

  function liquidLine(line: string, number: number): string {
    if (!line.includes('{%') && !line.includes('{{')) return line
    return line
      .replace(
        /`+[^`]*`+|\{%-?\s*(.*?)\s*-?%\}|\{\{-?\s*([\w.]+)\s*-?\}\}/g,
        (all, tag?: string, variable?: string) => {
          if (tag !== undefined) return liquidTag(tag, number)
          return variable === undefined || raw ? all : (variableValue(variable) ?? all)
        },
      )
      .replace(/\s+$/, '')
  }

  function liquidTag(tag: string, number: number): string {
    const [, name = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(tag) ?? []
    if (name === 'raw' || name === 'endraw') {
      raw = name === 'raw'
      return ''
    }
    if (name === 'comment' || name === 'endcomment') return ''
    if (name === 'link' || name === 'post_url') return rest.trim()
    if (name === 'include' || name === 'include_relative') {
      const [path = '', ...parameters] = rest.split(/\s+(?=\S+\s*=)/)
      const values = Object.fromEntries(
        parameters.map((parameter) => /^(\w+)\s*=\s*['"]?(.*?)['"]?$/.exec(parameter)?.slice(1) ?? ['', '']),
      )
      return included(path.trim(), '', values, number)
    }
    notes.push({ kind: 'liquid_unknown', detail: name, line: number })
    return ''
  }

  function included(path: string, title: string, values: Record<string, string>, line: number): string {
    const found = depth < deepestInclude ? context.include(path) : null
    if (found === null) {
      notes.push({ kind: 'part_missing', detail: path, line })
      return `\n${context.missingPart(path, title)}\n`
    }
    const inner = { ...context, variables: { ...context.variables, ...values, include: values } }
    return `\n${expand(found, inner, notes, depth + 1)}\n`
  }

  function variableValue(name: string): string | undefined {
    let value: unknown = name.startsWith('page.') ? context.variables : { ...context.variables }
    for (const key of name.replace(/^page\./, '').split('.')) {
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
    }
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
}

function indented(text: string, indent: string): string {
  return indent === '' ? text : text.replace(/^(?=.)/gm, indent)
}
