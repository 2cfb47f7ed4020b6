import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

// The gzip JavaScript and CSS that each route's first load brings: entry, root, the route and all they import at once.
const client = resolve(import.meta.dirname, '../packages/web/build/client')
const manifestFile = join(client, '.vite/manifest.json')
if (!existsSync(manifestFile)) {
  console.error('The pages are not built yet. Run: npm run build')
  process.exit(1)
}

interface Chunk {
  file: string
  src?: string
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
  const files = new Set<string>()
  for (const key of [entry, root, ...parts]) if (key) collect(key, files)
  if (style) files.add(style)
  const scripts = [...files].filter((file) => file.endsWith('.js'))
  if (authorsStyle && scripts.some((file) => readFileSync(join(client, file), 'utf8').includes(authorsStyle)))
    files.add(`assets/${authorsStyle}`)
  const total = (ending: string) =>
    [...files].filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + gzipSize(file), 0)
  console.log(
    page.padEnd(44),
    String(total('.js')).padStart(9),
    String(total('.css')).padStart(9),
    String([...files].filter((file) => file.endsWith('.js')).length).padStart(6),
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
