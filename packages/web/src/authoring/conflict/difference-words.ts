import type { AnyForms } from '@lantern/contract/authoring/forms.ts'
import { type Difference, isDocument } from '#kit/documents/differences.ts'
import { knownWord } from '../editor-shell/field-words.ts'
import { plainText, spokenText } from '../editor-shell/plain-text.ts'
import { readableText } from '../editor-shell/readable-text.ts'
import { fieldValueText, type ValueContext, yesOrNo } from './field-value-text.ts'

/** What a person would call the place of a difference: "第3步《划分视锥体》 · 正文". */
export function differenceWords({ path, kind }: Difference, forms: readonly AnyForms[], named: Named): string {
  const { t } = named
  const whole = kind === 'order' ? path.slice(0, -1) : path
  // the part says nothing beside what is in it
  const names = whole.length > 1 ? whole.slice(1) : whole
  const found: string[] = []
  names.forEach((name, index) => {
    const list = names[index - 1]
    const place =
      list && listNames.has(list)
        ? placeOf([...whole.slice(0, whole.length - names.length), ...names.slice(0, index + 1)], forms, named)
        : null
    const word = place ?? knownWord(name, t)
    // the name of the list is said by its things
    if (word && !(listNames.has(name) && index < names.length - 1)) found.push(word)
  })
  if (kind === 'order') found.push(t('authoring.order'))
  return found.join(' · ')
}

const listNames = new Set(['sections', 'questions', 'options', 'chapters', 'contents'])

function placeOf(path: readonly string[], forms: readonly AnyForms[], { t, references }: Named): string | null {
  const list = path.at(-2) ?? ''
  const id = path.at(-1)
  for (const form of forms) {
    const things = valueAt(form, path.slice(0, -1))
    if (!Array.isArray(things)) continue
    const at = things.findIndex((thing) => thing?.id === id)
    if (at < 0) continue
    const { title = '', body } = things[at] as { title?: string; body?: unknown }
    // contents are items, which have their titles elsewhere
    const name = title || (isDocument(body) ? spokenText(body).slice(0, 24) : (references.items[id ?? '']?.title ?? ''))
    return t(`authoring.place_${list as 'sections'}`, { number: at + 1, name })
  }
  return null
}

type Named = Pick<ValueContext, 't' | 'references'>

interface Around extends ValueContext {
  forms: readonly AnyForms[]
}

/** A value as one would read it: words, names instead of ids, yes and no. */
export function valueText(value: unknown, { path, kind }: Pick<Difference, 'path' | 'kind'>, around: Around): string {
  if (kind === 'order' && Array.isArray(value)) {
    const list = path.slice(0, -1)
    return value
      .map((id) => placeOf([...list, id], around.forms, around) ?? fieldValueText('contentIds', id, around))
      .join('\n')
  }
  return textOf(path.at(-1) ?? '', value, around)
}

function textOf(name: string, value: unknown, around: Around): string {
  const { t } = around
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return yesOrNo(value, t)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') {
    const chapter = name === 'chapterId' && placeOf(['contents', 'chapters', value], around.forms, around)
    return chapter || fieldValueText(name, value, around)
  }
  if (isDocument(value)) return plainText({ type: 'doc', content: value.content })
  if (Array.isArray(value)) return value.map((one) => textOf(name, one, around)).join('\n')
  const thing = value as Record<string, unknown>
  if ('body' in thing) return readableText(thing)
  return (
    Object.entries(thing)
      .filter(([name, inner]) => name !== 'id' && name !== 'type' && inner !== null && inner !== '')
      // what has no word of its own is told by its value alone
      .map(([name, inner]) => [knownWord(name, t), textOf(name, inner, around)].filter(Boolean).join(': '))
      .join('\n')
  )
}

function valueAt(form: unknown, path: readonly string[]): unknown {
  let value = form
  for (const name of path) {
    if (Array.isArray(value)) value = value.find((thing) => thing?.id === name)
    else if (typeof value === 'object' && value !== null) value = (value as Record<string, unknown>)[name]
    else return undefined
  }
  return value
}
