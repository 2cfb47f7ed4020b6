import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

// The gzip JavaScript and CSS that each route's first load brings: entry, root, the route and all they import at once.
// Ends with 1 when a page brings more than its kind may (docs/decisions/008-page-weight.md).
const client = resolve(import.meta.dirname, '../packages/web/build/client')
const manifestFile = join(client, '.vite/manifest.json')
if (!existsSync(manifestFile)) {
  console.error('The pages are not built yet. Run: npm run build')
  process.exit(1)
}

/** The most bytes of a first load, by what the page is. Authors and staff come back to theirs, mostly on a wide line. */
const budgets = {
  visitor: { script: 161_700, style: 48_800 },
  // lists, tables, forms and figures of authors, moderators, the shop's staff and the admins of organisations
  authors: { script: 209_000, style: 66_000 },
  // editors of items, pages, bundles, learning paths and the home page's picks
  editor: { script: 332_000, style: 66_000 },
}
const editors = ['edit', 'creator-page', 'creator-bundle', 'creator-featured', 'creator-path']

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>
const sizes = new Map<string, number>()

const keys = Object.keys(manifest)
const entry = keys.find((key) => key.includes('entry.client'))
const root = keys.find((key) => /(^|\/)root\.tsx/.test(key))
// one sheet for all pages, and one for authors'
const style = manifest['style.css']?.file
const authorsStyle = readdirSync(join(client, 'assets')).find((name) => /^authors-.*\.css$/.test(name))
// a page that loads itself in the browser stands there in two parts, and both come at first
const pages = Map.groupBy(keys.filter((key) => /(^|\/)pages\/[\w.-]+\.tsx/.test(key)).sort(), (key) =>
  key.replace(/^.*pages\//, '').replace(/\.tsx.*$/, ''),
)

console.log('First load, gzip bytes'.padEnd(44), 'script'.padStart(9), 'style'.padStart(9), 'files'.padStart(6))
for (const [page, parts] of pages) {
  // a part of pages that comes later is no page
  if (!parts.some((key) => manifest[key]?.isEntry)) continue
  const files = new Set<string>()
  for (const key of [entry, root, ...parts]) if (key) collect(key, files)
  if (style) files.add(style)
  const scripts = [...files].filter((file) => file.endsWith('.js'))
  const isOfAuthors =
    authorsStyle !== undefined &&
    scripts.some((file) => readFileSync(join(client, file), 'utf8').includes(authorsStyle))
  if (isOfAuthors) files.add(`assets/${authorsStyle}`)
  const total = (ending: string) =>
    [...files].filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + gzipSize(file), 0)
  const load = { script: total('.js'), style: total('.css') }
  const budget = budgets[editors.includes(page) ? 'editor' : isOfAuthors ? 'authors' : 'visitor']
  const isOver = load.script > budget.script || load.style > budget.style
  if (isOver) process.exitCode = 1
  console.log(
    page.padEnd(44),
    String(load.script).padStart(9),
    String(load.style).padStart(9),
    String(scripts.length).padStart(6),
    isOver ? `  may be ${budget.script} and ${budget.style}` : '',
  )
}

function collect(key: string, files: Set<string>): void {
  const chunk = manifest[key]
  if (!chunk || files.has(chunk.file)) return
  files.add(chunk.file)
  for (const style of chunk.css ?? []) files.add(style)
  for (const imported of chunk.imports ?? []) collect(imported, files)
  // a page waits for the words of its own language
  for (const later of chunk.dynamicImports ?? []) if (later.includes('catalogue/zh_CN/')) collect(later, files)
}

function gzipSize(file: string): number {
  const known = sizes.get(file)
  if (known !== undefined) return known
  const size = gzipSync(readFileSync(join(client, file)), { level: 9 }).length
  sizes.set(file, size)
  return size
}
