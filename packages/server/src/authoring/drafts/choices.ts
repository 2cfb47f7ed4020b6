import type { Choice, ChoiceKind } from '@lantern/contract/authoring/choices.ts'
import { contentLanguage, type OfferedLocale } from '@lantern/contract/locales.ts'
import { nameOf, readReference } from '#catalog/index.ts'
import type { Db } from '#kit/sql.ts'

/** Tags or packages by name, in the order in which they are suggested. */
export async function readChoices(db: Db, kind: ChoiceKind, locale: OfferedLocale): Promise<{ choices: Choice[] }> {
  const language = contentLanguage(locale)
  const rows =
    kind === 'package' ? await packages(db) : (await readReference(db)).tags.filter(({ type }) => type === kind)
  return { choices: rows.map((row) => ({ id: row.id, name: nameOf(row, language) })) }
}

async function packages(db: Db): Promise<{ id: string; names: Record<string, string> }[]> {
  const rows = await db.selectFrom('packages').select(['id', 'names']).orderBy('id').execute()
  return rows.map(({ id, names }) => ({ id, names: names as Record<string, string> }))
}
