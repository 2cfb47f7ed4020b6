import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { removeDataDir, startEmbeddedPostgres } from '../packages/server/src/kit/embedded-postgres.ts'
import { migrate } from '../packages/server/src/kit/migrate.ts'

export const schemaFile = resolve(import.meta.dirname, '../packages/server/src/kit/schema.generated.ts')

/** Writes the TypeScript types of the tables, read from a database that has just run every migration. */
export async function generateSchema(outFile: string): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lantern-codegen-'))
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => undefined, disposable: true })
  try {
    await migrate(postgres.url)
    const result = spawnSync(
      'kysely-codegen',
      [
        '--url',
        postgres.url,
        '--dialect',
        'postgres',
        '--out-file',
        outFile,
        '--numeric-parser',
        'number',
        '--date-parser',
        'string',
      ],
      { encoding: 'utf8' },
    )
    if (result.status !== 0) throw new Error(result.stderr + result.stdout)
    // the driver reads int8 as a number (see kit/sql.ts), which the generator cannot know
    const types = readFileSync(outFile, 'utf8').replace('Int8 = ColumnType<string,', 'Int8 = ColumnType<number,')
    writeFileSync(outFile, types)
    return types
  } finally {
    await postgres.release()
    removeDataDir(dataDir)
  }
}

if (import.meta.main) {
  await generateSchema(schemaFile)
  console.log('packages/server/src/kit/schema.generated.ts is up to date')
}
