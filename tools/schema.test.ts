import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generateSchema, schemaFile } from './codegen.ts'

test('the types of the tables are those of the migrations (else: npm run codegen)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-schema-'))
  const generated = await generateSchema(join(folder, 'schema.ts'))
  rmSync(folder, { recursive: true })
  expect(generated).toBe(readFileSync(schemaFile, 'utf8'))
})
