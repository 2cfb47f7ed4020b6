import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { projectFiles, root } from './files.ts'

interface Row {
  id: string
  area: string
  kind: string
  statement: string
}

/** The specification's testable statements. */
export function readLedger(): Row[] {
  return readFileSync(resolve(root, 'docs/spec/ledger.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [id = '', area = '', kind = '', , statement = ''] = line.split('\t')
      return { id, area, kind, statement }
    })
}

/** Ledger ids that stand in the title of a test: in brackets, several in one pair or in pairs of their own. */
export function testedIds(): Set<string> {
  const ids = new Set<string>()
  for (const file of projectFiles('*.test.ts', '*.test.tsx', 'e2e/*.e2e.ts')) {
    for (const [group] of readFileSync(resolve(root, file), 'utf8').matchAll(
      /\[[A-Z0-9]+-\d{3}(?:[ ,]+[A-Z0-9]+-\d{3})*\]/g,
    )) {
      for (const [id] of group.matchAll(/[A-Z0-9]+-\d{3}/g)) ids.add(id)
    }
  }
  return ids
}

if (import.meta.main) {
  const tested = testedIds()
  const byArea = Map.groupBy(readLedger(), (row) => row.area)
  const wanted = process.argv.slice(2)
  let missing = 0
  for (const [area, rows] of byArea) {
    const open = rows.filter((row) => !tested.has(row.id))
    missing += open.length
    console.log(`${area.padEnd(12)} ${rows.length - open.length} of ${rows.length} have a test`)
    if (wanted.length > 0 && !wanted.includes(area)) continue
    if (wanted.length > 0 || open.length <= 12) for (const row of open) console.log(`    ${row.id}  ${row.statement}`)
  }
  const unknown = [...tested].filter((id) => ![...byArea.values()].flat().some((row) => row.id === id))
  if (unknown.length > 0) console.log(`\nIn tests but not in the ledger: ${unknown.join(', ')}`)
  console.log(`\n${missing} rows without a test. \`npm run spec -- <area>\` lists those of an area.`)
}
