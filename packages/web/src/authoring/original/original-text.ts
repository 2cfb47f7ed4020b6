import type { DraftOriginal } from '@lantern/contract/authoring/drafts.ts'
import { isDocument, spokenText } from '../editor-shell/plain-text.ts'

/** Plain fields that are translated; the others hold ids, addresses and settings. */
const translated = new Set(['title', 'overviewVideoTitle', 'objective', 'careerGoals'])

/**
 * What the original says in a field of its translation, as in `steps.sections.se_1.body`; null where it says nothing, as
 * in a step that the translation has alone.
 */
export function originalText({ forms, ids }: DraftOriginal, field: string): string | null {
  let value: unknown = forms
  const names = field.split('.')
  for (const name of names) {
    value = Array.isArray(value)
      ? value.find((part) => part?.id === ids[name])
      : (value as Record<string, unknown> | null | undefined)?.[name]
  }
  return textOf(value, names.at(-1) ?? '') || null
}

function textOf(value: unknown, name: string): string {
  if (isDocument(value)) return spokenText(value)
  if (typeof value === 'string') return translated.has(name) ? value.trim() : ''
  // links and files
  if (!Array.isArray(value) || !value.every((one) => typeof one?.name === 'string')) return ''
  return value.map((one) => one.name).join('\n')
}
