import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll } from 'vitest'
import type { ImportReport } from '../report.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A folder of its own for a test, with the fixtures or with just the files given. It goes with the test file. */
export function folderWith(files: Record<string, string | Uint8Array>, { fixtures = false } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'lessons-'))
  folders.push(folder)
  if (fixtures) cpSync(resolve(import.meta.dirname, '../fixtures'), folder, { recursive: true })
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

export function fileIn(report: ImportReport, path: string) {
  return report.files.find((file) => file.path === path)
}
