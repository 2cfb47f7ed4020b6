import type { Tag } from '@lantern/contract/catalog/items.ts'
import { type Locale, type ReadingLists, readingLists } from '@lantern/contract/locales.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#kit/sql.ts'
import { foundByAll } from './visibility.ts'

/** What everything refers to: tags with their names, engine versions from old to new, and the languages of content. */
export interface Reference {
  tags: readonly TagRow[]
  versions: readonly string[]
  offeredVersions: readonly string[]
  /** How many items everybody finds in a language, the most first. */
  itemsByLanguage: ReadonlyMap<string, number>
  /** A tag with its name in the language, or in any language it has one. */
  tag(id: string, language: string): Tag | undefined
}

export interface TagRow {
  id: string
  type: Tag['type']
  names: Record<string, string>
}

const kept = new WeakMap<Db | Trx, Promise<Reference>>()

/** Read once for each process; `forgetReference` after a change. */
export function readReference(db: Db): Promise<Reference> {
  const known = kept.get(db)
  if (known) return known
  const fresh = loadReference(db)
  kept.set(db, fresh)
  fresh.catch(() => kept.delete(db))
  return fresh
}

export function forgetReference(db: Db | Trx): void {
  kept.delete(db)
}

async function loadReference(db: Db): Promise<Reference> {
  const tags = (await sql<TagRow>`select id, type, names from tags order by position, id`.execute(db)).rows
  const versions = await db.selectFrom('unity_versions').select(['id', 'disabled']).orderBy('position').execute()
  const { rows } = await sql<{ language: string; items: number }>`
    select i.language, count(*)::integer as items from items i
    where i.type = any('{tutorial,project,course,quiz,liveSession}') and ${foundByAll()}
    group by i.language order by items desc, i.language`.execute(db)
  const byId = new Map(tags.map((tag) => [tag.id, tag]))
  return {
    tags,
    versions: versions.map(({ id }) => id),
    offeredVersions: versions.filter(({ disabled }) => !disabled).map(({ id }) => id),
    itemsByLanguage: new Map(rows.map(({ language, items }) => [language, items])),
    tag(id, language) {
      const row = byId.get(id)
      return row && { id, type: row.type, name: nameOf(row, language) }
    },
  }
}

/** What lists, rankings and feeds choose from for readers of this locale. */
export async function readingListsOf(db: Db, locale: Locale): Promise<ReadingLists> {
  return readingLists(locale, (await readReference(db)).itemsByLanguage)
}

/** The condition on items `i` of these lists: of a work one version, the reader's own before the other. */
export function isOfLists({ language, own }: ReadingLists): RawBuilder<boolean> {
  if (!own) return sql`i.language = ${language}`
  return sql`(i.language = ${own} or i.language = ${language} and not exists (
    select from items o
    where o.translation_group = i.translation_group and o.language = ${own} and ${foundByAll('o')}))`
}

/** The language that a search puts first, which finds in all of them: the reader's own with its first item. */
export async function preferredLanguageOf(db: Db, locale: Locale): Promise<string> {
  const { language, own } = await readingListsOf(db, locale)
  return own ?? language
}

export function nameOf(row: Pick<TagRow, 'id' | 'names'>, language: string): string {
  return row.names[language] ?? row.names.en ?? row.names.zh ?? Object.values(row.names)[0] ?? row.id
}
