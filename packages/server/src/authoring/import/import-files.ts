import { sql } from 'kysely'
import type { Db, Trx } from '#kit/sql.ts'
import type { Note } from './note.ts'

/** What an earlier run read of a file. */
export interface KnownFile {
  itemId: string
  fileHash: Buffer
  depends: Dependencies
  fragments: Map<string, string>
  notes: Note[]
  title: string
  /** Ids of the item's steps by their anchors, as they are now. */
  stepIds: Map<string, string>
}

/** What a lesson took from elsewhere, by `kind:name`; null when it was not there. */
export type Dependencies = Record<string, string | null>

interface KnownRow {
  source_key: string
  item_id: string
  file_hash: Buffer
  depends: Dependencies
  fragments: Record<string, string>
  notes: Note[]
  title: string
  steps: Record<string, string> | null
}

/** Everything that was imported from a folder of this name before, by source key. */
export async function readKnownFiles(db: Db, folderName: string): Promise<Map<string, KnownFile>> {
  const { rows } = await sql<KnownRow>`
    select f.source_key, f.item_id, f.file_hash, f.depends, f.fragments, f.notes, i.title,
      (select jsonb_object_agg(s.anchor, s.id) from sections s where s.item_id = f.item_id) as steps
    from import_files f join items i on i.id = f.item_id
    where starts_with(f.source_key, ${`${folderName}/`})`.execute(db)
  return new Map(
    rows.map((row) => [
      row.source_key,
      {
        itemId: row.item_id,
        fileHash: row.file_hash,
        depends: row.depends,
        fragments: new Map(Object.entries(row.fragments)),
        notes: row.notes,
        title: row.title,
        stepIds: new Map(Object.entries(row.steps ?? {})),
      },
    ]),
  )
}

export interface ReadFile {
  sourceKey: string
  itemId: string
  fileHash: Buffer
  depends: Dependencies
  fragments: ReadonlyMap<string, string>
  notes: Note[]
}

export async function rememberFile(trx: Trx, file: ReadFile, now: Date): Promise<void> {
  const row = {
    item_id: file.itemId,
    file_hash: file.fileHash,
    depends: JSON.stringify(file.depends),
    fragments: JSON.stringify(Object.fromEntries(file.fragments)),
    notes: JSON.stringify(file.notes),
    imported_at: now,
  }
  await trx
    .insertInto('import_files')
    .values({ source_key: file.sourceKey, ...row })
    .onConflict((conflict) => conflict.column('source_key').doUpdateSet(row))
    .execute()
}
