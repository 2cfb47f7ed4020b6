import type { Translate } from '#kit/messages.tsx'
import type { Fault } from './editor-kind.ts'
import { fieldWord } from './field-words.ts'

/** One sentence for a save or a publishing that cannot be: what is missing, or else the first thing that is wrong. */
export function missingText(faults: readonly Fault[], t: Translate): string {
  const missing = faults.filter((fault) => fault.missing)
  if (missing.length > 0) {
    const names = [...new Set(missing.map(({ field }) => fieldWord(field, t)))]
    return t('project_fields_required', { fields: names.join(t('documents.comma')) })
  }
  const [first] = faults
  return first ? t(first.key, first.values) : ''
}
