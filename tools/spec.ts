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

/**
 * Rows that wait for a later step of the product, with that step; `none`: the site has nothing that they speak of, which a
 * decision says. A row that has a test waits for nothing.
 */
export function waitingRows(): Map<string, string> {
  const lines = readFileSync(resolve(root, 'docs/spec/later.tsv'), 'utf8').trim().split('\n').slice(1)
  return new Map(lines.map((line) => line.split('\t') as [string, string]))
}

/**
 * Ledger ids that stand in the title of a test which goes through a page or a call: in brackets, several in one pair or
 * in pairs of their own. A test of a pure function proves nothing about the page that ought to use it.
 */
export function provenIds(): Set<string> {
  const ids = new Set<string>()
  for (const file of projectFiles('*.test.ts', '*.test.tsx', 'e2e/*.e2e.ts')) {
    const source = readFileSync(resolve(root, file), 'utf8')
    if (!goesThroughThePage(file, source)) continue
    for (const [group] of source.matchAll(/\[[A-Z0-9]+-\d{3}(?:[ ,]+[A-Z0-9]+-\d{3})*\]/g)) {
      for (const [id] of group.matchAll(/[A-Z0-9]+-\d{3}/g)) ids.add(id)
    }
  }
  return ids
}

/**
 * A journey, a test of the server that makes calls to a whole site, or a test of the web that draws components; that
 * each component stands on some page is what `knip.production.json` holds.
 */
function goesThroughThePage(file: string, source: string): boolean {
  if (file.startsWith('e2e/')) return true
  if (file.startsWith('packages/server/')) return /\b(testSite|audienceSite|TwoSites|buildApp)\b/.test(source)
  return file.startsWith('packages/web/') && file.endsWith('.tsx')
}

if (import.meta.main) {
  const proven = provenIds()
  const waiting = waitingRows()
  const byArea = Map.groupBy(readLedger(), (row) => row.area)
  const wanted = process.argv.slice(2)
  let missing = 0
  for (const [area, rows] of byArea) {
    const later = rows.filter((row) => waiting.has(row.id)).length
    const open = rows.filter((row) => !proven.has(row.id) && !waiting.has(row.id))
    missing += open.length
    const none = rows.filter((row) => waiting.get(row.id) === 'none').length
    const wait = later > none ? `, ${later - none} wait for a later step` : ''
    const without = none > 0 ? `, ${none} speak of nothing that the site has` : ''
    console.log(`${area.padEnd(12)} ${rows.length - later - open.length} of ${rows.length} are proven${wait}${without}`)
    if (wanted.length > 0 && !wanted.includes(area)) continue
    if (wanted.length > 0 || open.length <= 12) for (const row of open) console.log(`    ${row.id}  ${row.statement}`)
  }
  const unknown = [...proven].filter((id) => ![...byArea.values()].flat().some((row) => row.id === id))
  if (unknown.length > 0) console.log(`\nIn tests but not in the ledger: ${unknown.join(', ')}`)
  console.log(`\n${missing} rows are open. \`npm run spec -- <area>\` lists those of an area.`)
}
