import { nameListLimits } from '@lantern/contract/rosters/name-list-limits.ts'
import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import type { Mode } from './check-record.ts'
import { decodeAs } from './decode-table.ts'
import { columnsOf, type OneRosterFile, oneRosterFiles } from './oneroster-columns.ts'
import type { FileFault } from './read-lines.ts'

/** A file of the package, whose head is as it should be. */
export interface OneRosterTable {
  file: OneRosterFile
  mode: Mode
  rows: string[][]
}

export interface OneRosterTables {
  tables: OneRosterTable[]
  /** While there is one, nothing of the package can be relied on. */
  faults: FileFault[]
}

/** Unpacks a package and holds it against its manifest. */
export function readTables(bytes: Uint8Array): OneRosterTables {
  const faults: FileFault[] = []
  const say = (code: string, file: string, detail = '', line: number | null = null) =>
    void faults.push({ code, file, line, detail })
  const files = unpack(bytes)
  if (!files) return { tables: [], faults: [{ code: 'zip', file: '', line: null, detail: '' }] }
  const manifest = files.get('manifest.csv')
  if (!manifest) say('no_manifest', 'manifest.csv')
  const modes = manifest ? modesOf(manifest, say) : new Map<string, string>()
  for (const name of files.keys()) {
    if (name === 'manifest.csv') continue
    const file = name.replace(/\.csv$/, '') as OneRosterFile
    if (!name.endsWith('.csv') || !oneRosterFiles.includes(file)) say('unknown_file', name)
    else if (manifest && (modes.get(file) ?? 'absent') === 'absent') say('file_unexpected', name)
  }
  const tables: OneRosterTable[] = []
  for (const file of oneRosterFiles) {
    const mode = modes.get(file)
    if (mode !== 'bulk' && mode !== 'delta') continue
    const name = `${file}.csv`
    const content = files.get(name)
    if (!content) {
      say('file_missing', name)
      continue
    }
    const rows = rowsOf(name, content, say)
    if (rows && isHeadRight(file, rows[0] ?? [], say)) tables.push({ file, mode, rows: rows.slice(1) })
  }
  return { tables, faults }
}

type Say = (code: string, file: string, detail?: string, line?: number | null) => void

/** Null: no archive, or one that unpacks to more than may be. */
function unpack(bytes: Uint8Array): Map<string, Uint8Array> | null {
  let size = 0
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        size += originalSize
        if (size > nameListLimits.unpackedBytes) throw new Error('too large')
        return !name.endsWith('/')
      },
    })
    return new Map(Object.entries(files))
  } catch {
    return null
  }
}

function modesOf(content: Uint8Array, say: Say): Map<string, string> {
  const [head = [], ...rows] = rowsOf('manifest.csv', content, say) ?? []
  const values = new Map(rows.map(([property = '', value = '']) => [property, value]))
  if (head.join(',') !== 'propertyName,value') say('manifest', 'manifest.csv', 'propertyName,value', 1)
  else if (values.get('manifest.version') !== '1.0') say('manifest', 'manifest.csv', 'manifest.version,1.0')
  else if (values.get('oneroster.version') !== '1.2') say('manifest', 'manifest.csv', 'oneroster.version,1.2')
  const modes = new Map<string, string>()
  for (const file of oneRosterFiles) {
    const mode = values.get(`file.${file}`) ?? ''
    if (!['absent', 'bulk', 'delta'].includes(mode)) {
      if (faultless(head)) say('manifest', 'manifest.csv', `file.${file},absent|bulk|delta`)
    } else modes.set(file, mode)
  }
  return modes
}

function faultless(head: readonly string[]): boolean {
  return head.join(',') === 'propertyName,value'
}

function rowsOf(name: string, content: Uint8Array, say: Say): string[][] | null {
  const text = decodeAs(content, 'utf-8')
  if (text === null) {
    say('not_utf8', name)
    return null
  }
  const line = lineOfStrayQuote(text)
  if (line !== null) {
    say('quote', name, '', line)
    return null
  }
  return Papa.parse<string[]>(text, { delimiter: ',', skipEmptyLines: true }).data
}

/** RFC 4180: a quote begins a cell, ends it, or is doubled within it. */
function lineOfStrayQuote(text: string): number | null {
  if (!text.includes('"')) return null
  let line = 1
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  for (const sign of text) {
    if (sign === '\n') line++
    if (state === 'quoted') {
      if (sign === '"') state = 'closed'
    } else if (sign === '"') {
      if (state === 'plain') return line
      state = 'quoted'
    } else if (sign === ',' || sign === '\n' || sign === '\r') state = 'start'
    else if (state === 'closed') return line
    else state = 'plain'
  }
  return state === 'quoted' ? line : null
}

/** Columns stand in the order of the specification; those of the provider's own come after, as `metadata.…`. */
function isHeadRight(file: OneRosterFile, head: readonly string[], say: Say): boolean {
  const wanted = columnsOf[file].map(({ name }) => name)
  const name = `${file}.csv`
  const isOwn = (column: string) => /^metadata\../.test(column)
  const before = head.slice(0, wanted.length)
  const at = wanted.findIndex((column, place) => before[place] !== column)
  if (at >= 0) {
    say(isOwn(before[at] ?? '') ? 'metadata_place' : 'head', name, wanted[at], 1)
    return false
  }
  const stray = head.slice(wanted.length).find((column) => !isOwn(column))
  if (stray !== undefined) say('metadata_name', name, stray.slice(0, 100), 1)
  return stray === undefined
}
