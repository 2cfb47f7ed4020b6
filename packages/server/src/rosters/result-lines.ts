import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { csvRows, writeCsv } from '#kit/write-csv.ts'
import { problemText } from './name-lists.ts'
import type { LineFault, LineFields } from './reading/read-lines.ts'

const linesAtOnce = 2_000

/** What became, or would become, of each line of a list: a table for spreadsheets, in pieces. */
export async function* resultLines(
  { db, text }: Services,
  locale: OfferedLocale,
  organisationId: string,
  listId: string,
): AsyncGenerator<string> {
  const list = await db
    .selectFrom('name_lists')
    .select('id')
    .where('id', '=', listId)
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  if (!list) throw refuse('not_found')
  const t = (key: string, values?: Record<string, string>) => text(locale, `rosters.${key}`, values)
  const columns = ['file', 'line', 'what', 'name', 'number', 'class', 'outcome', 'problem']
  yield writeCsv([columns.map((column) => t(`column_${column}`))])
  let after = -1
  for (;;) {
    const lines = await db
      .selectFrom('name_list_lines')
      .select([
        'position',
        'file',
        'line',
        'kind',
        'source_id',
        'class_source_id',
        'fields',
        'fault',
        'clash',
        'outcome',
      ])
      .where('list_id', '=', listId)
      .where('position', '>', after)
      .where(sql<boolean>`not (kind = 'seat' and outcome = 'waits')`)
      .orderBy('position')
      .limit(linesAtOnce)
      .execute()
    if (lines.length === 0) return
    after = lines.at(-1)?.position ?? after
    yield csvRows(
      lines.map((line) => {
        const fields = line.fields as unknown as LineFields
        const fault = (line.fault ?? line.clash) as LineFault | null
        return [
          line.file,
          line.line,
          t(`kind_${line.kind}`),
          fields.name || line.source_id,
          fields.number ?? '',
          line.class_source_id || (fields.class ?? ''),
          t(`outcome_${line.outcome}`),
          fault ? problemText((key, values) => text(locale, key, values), fault) : '',
        ]
      }),
    )
  }
}
