import { blockKinds, isBlockKind } from '@lantern/contract/cms/block-kinds.ts'
import type { CmsPackage } from '@lantern/contract/cms/blocks.ts'
import type { PageFault } from '@lantern/contract/cms/faults.ts'
import type { FieldRule, Fields } from '@lantern/contract/cms/fields.ts'
import { spokenText } from '@lantern/contract/media/plain-text.ts'
import { clockTime } from '#kit/documents/clock-time.ts'
import type { MessageKey, Translate } from '#kit/messages.tsx'
import { recordOf } from './form-context.ts'

export function fieldLabel(name: string, t: Translate): string {
  // every name of the block definitions has its word: a test goes through all of them
  return t(`cms.field_${name}` as MessageKey)
}

/** A value that is a picture is called one. */
export function ruleLabel(name: string, rule: FieldRule, t: Translate): string {
  return fieldLabel(rule.is === 'image' && name === 'value' ? 'image' : name, t)
}

export function choiceLabel(choice: string, t: Translate): string {
  return t(`cms.choice_${choice}` as MessageKey)
}

export function kindLabel(kind: string, t: Translate): string {
  return isBlockKind(kind) ? t(`cms.kind_${kind}`) : t('cms.kind_unknown', { kind })
}

/** What tells a product from its like: its name, else the last part of where it leads, else an id that says something. */
export function productWords({ id, name, url }: Pick<CmsPackage, 'id' | 'name' | 'url'>): string {
  const [, slug = ''] = /([^/?#]+)\/?(?:[?#].*)?$/.exec((url ?? '').replace(/^https?:\/\/[^/]*/, '')) ?? []
  return name.trim() || readable(slug) || (/^\d*$/.test(id) ? '' : id)
}

function readable(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

/** "条目2 · 背景 · 颜色" for `items.1.background.color`. Products that have words of their own are called by them. */
export function pathLabel(path: string, t: Translate, products: readonly CmsPackage[] = []): string {
  const words: string[] = []
  const names = path.split('.')
  const product = names[0] === 'packages' ? products[Number(names[1])] : undefined
  const own = product && productWords(product)
  for (const name of names) {
    // the page's own fields stand for themselves
    if (name === '' || name === 'properties') continue
    if (name === 'packages' || name === 'filters' || name === 'sortings') words.push(t(`cms.builder_${name}`))
    else if (/^\d+$/.test(name)) words.push(own || `${words.pop() ?? ''}${Number(name) + 1}`)
    else if (names[0] === 'packages') words.push(t(`cms.package_${name}` as MessageKey))
    // filters and orders are called by their keys
    else words.push(fieldLabel(name === 'key' ? 'name' : name, t))
  }
  return words.join(' · ')
}

export function faultText({ kind, value }: Pick<PageFault, 'kind' | 'value'>, t: Translate): string {
  // a moment is read by the clock of the editor
  const shown = kind === 'past_countdown' ? clockTime(value).replace('T', ' ') || value : value
  return t(`cms.fault_${kind}`, { value: shown })
}

/** The first words written into it: by them a block or an entry is told from its like. */
export function ownWords(fields: unknown, most = 60): string {
  const values = recordOf(fields)
  for (const name of ['title', 'headline', 'heading', 'name', 'value', 'text', 'label', 'description', 'caption']) {
    const found = wordsIn(values[name])
    if (found) return found.slice(0, most)
  }
  for (const item of Array.isArray(values.items) ? values.items : []) {
    const found = ownWords(item, most)
    if (found) return found
  }
  return ''
}

function wordsIn(value: unknown): string {
  if (typeof value === 'string') return (value.includes('<') ? spokenText(value) : value).trim().split('\n')[0] ?? ''
  const record = recordOf(value)
  if (record.type === 'doc' && Array.isArray(record.content)) {
    return spokenText({ type: 'doc', content: record.content }).trim().split('\n')[0] ?? ''
  }
  return 'value' in record && 'type' in record ? wordsIn(record.value) : ''
}

/** Everything that is written in a value, line by line, as one would read it. */
export function readableValue(value: unknown, t: Translate): string {
  if (value === undefined || value === null || value === '') return ''
  if (typeof value === 'boolean') return t(value ? 'authoring.yes' : 'authoring.no')
  if (typeof value === 'string') return value.includes('<') ? spokenText(value) : value
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value))
    return value
      .map((one) => readableValue(one, t))
      .filter(Boolean)
      .join('\n')
  const record = recordOf(value)
  if (record.type === 'doc' && Array.isArray(record.content))
    return spokenText({ type: 'doc', content: record.content })
  return Object.entries(record)
    .map(([name, inner]) => [fieldLabel(name, t), readableValue(inner, t)] as const)
    .filter(([, words]) => words !== '')
    .map(([label, words]) => `${label.startsWith('cms.') ? '' : `${label}: `}${words}`)
    .join('\n')
}

/** A value as a difference has it; what an editor chose is called as the form calls it. */
export function valueWords({ kind, path, value }: { kind: string; path: string; value: string }, t: Translate): string {
  const rule = ruleAt(rulesOf(kind), path)
  if (rule?.is === 'choice' && rule.choices.includes(value)) return choiceLabel(value, t)
  if (rule?.is === 'switch' && value !== '') return t(value === 'true' ? 'authoring.yes' : 'authoring.no')
  return value
}

function ruleAt(fields: Fields, path: string): FieldRule | undefined {
  const [name = '', ...inner] = path.split('.').filter((part) => !/^\d+$/.test(part))
  const rule = fields[name]
  if (inner.length === 0) return rule
  if (rule?.is === 'group') return ruleAt(rule.fields, inner.join('.'))
  return rule?.is === 'list' ? ruleAt(rule.of, inner.join('.')) : undefined
}

export function rulesOf(kind: string) {
  return isBlockKind(kind) ? blockKinds[kind].fields : {}
}
