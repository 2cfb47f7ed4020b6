import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { drawing, iconModule, isIcon } from './icons-plugin.ts'

export const pages = resolve(import.meta.dirname, 'src')
const iconDoor = join(pages, 'ui/icons.tsx')
const rules = resolve(import.meta.dirname, '../contract/src')

/**
 * Our modules that must be there before this one of the pages runs. Through a door (index.ts) only what is named is
 * followed; what comes later (`import()`) is not.
 */
export function modulesOf(path: string): Set<string> {
  return follow(join(pages, path), new Set())
}

/** The same with all that comes later, in the order in which it runs: first what must be there, then what follows. */
export function allModulesOf(path: string): Set<string> {
  const found = modulesOf(path)
  for (const module of found) {
    if (!isScript(module)) continue
    for (const from of sourceOf(module).later) follow(placeOf(from, module), found)
  }
  return found
}

/** Whether a file of `pages` links the sheet of authors' pages. */
export function isOfAuthors(file: string): boolean {
  return readFileSync(join(pages, 'pages', file), 'utf8').includes("'virtual:authors-sheet'")
}

/** The pages that most visits begin with. */
const entrances = ['home', 'list', 'detail', 'tutorial', 'quiz', 'search']

/** Those whose parts bring much else with them: the blocks of managed pages, dialogs. */
const laden = ['home', 'quiz']

/**
 * The chunk of each module that an entrance has from the start and another page has too: `frame` for what all have,
 * `shared` for what three or more of the entrances have (`lists` where a lesson is not among them), else one for the two
 * entrances, or the one, that have it: a file for every set of pages would be twenty of them on a slow line. What authors'
 * pages have too is apart from the rest. What one page alone has is in that page's own chunk, but for its icons: a part
 * that comes later may draw one of them, and the page would then wait for the chunk of all icons that come later. Icons
 * of pages that are no entrance are one chunk for the same reason. Icons and rules that home or a quiz alone shares
 * with such pages are apart from its parts: a page that draws a book, or counts the days of a year, needs nothing else of home. The
 * criteria of a search are apart from the fields that lists have too: many pages have a field, and no search.
 */
export function chunksOfPages(): Map<string, string> {
  const users = new Map<string, string[]>()
  for (const file of readdirSync(join(pages, 'pages')).filter((name) => /^[\w-]+\.tsx$/.test(name))) {
    const name = file.replace('.tsx', '')
    for (const path of modulesOf(`pages/${file}`)) users.set(path, [...(users.get(path) ?? []), name])
  }
  const chunks = new Map<string, string>()
  for (const [path, names] of users) {
    const here = names.filter((name) => entrances.includes(name))
    if (path === join(rules, 'search/criteria.ts')) chunks.set(path, 'criteria')
    else if (here.length >= 3) chunks.set(path, here.includes('tutorial') ? 'shared' : 'lists')
    else if (here.length > 0 && names.length === 1 && isIcon(path)) chunks.set(path, 'shared')
    else if (names.length > 1 && laden.includes(here.join()) && isIcon(path)) chunks.set(path, `${here.join()}-icons`)
    else if (names.length > 1 && laden.includes(here.join()) && path.startsWith(rules))
      chunks.set(path, `${here.join()}-rules`)
    else if (here.length > 0 && names.length > 1) {
      chunks.set(
        path,
        `${here.join('-')}-${names.some((name) => isOfAuthors(`${name}.tsx`)) ? 'and-authors' : 'parts'}`,
      )
    } else if (here.length === 0 && isIcon(path) && names.some((name) => !isOfAuthors(`${name}.tsx`))) {
      chunks.set(path, 'page-icons')
    }
  }
  for (const path of [...modulesOf('root.tsx'), '\0virtual:messages/base', '\0vite/preload-helper.js']) {
    chunks.set(path, 'frame')
  }
  // opened from lessons and from discussions: not with the outline and the steps of a lesson
  for (const path of [join(pages, 'catalog/sharing/shown-later.ts'), iconModule('lucide-react/icons/share-2')])
    chunks.set(path, 'detail-tutorial-and-authors')
  // words that three or more of the entrances say
  chunks.set('\0virtual:messages/lessons', 'shared')
  return chunks
}

function follow(path: string, found: Set<string>): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  for (const { from, names } of sourceOf(path).needs) {
    const target = placeOf(from, path)
    if (target.endsWith('.css')) found.add(target)
    if (!isScript(target)) continue
    if (target === iconDoor) for (const icon of [drawing, ...iconsNamed(names)]) found.add(icon)
    else if (!target.endsWith('/index.ts')) follow(target, found)
    else {
      found.add(target)
      for (const behind of behindDoor(target, names)) follow(placeOf(behind, target), found)
    }
  }
  return found
}

/** The modules that icons-plugin.ts makes of the icons that an import names. */
function iconsNamed(names: ReadonlySet<string>): string[] {
  return behindDoor(iconDoor, names).map(iconModule)
}

/** From where a door has what it is asked for. */
function behindDoor(door: string, names: ReadonlySet<string>): string[] {
  return sourceOf(door).exports.flatMap(({ name, from }) => (names.has(name) ? from : []))
}

const isScript = (path: string) => /\.tsx?$/.test(path)

/** What one module says of others; types are in no chunk. */
interface Source {
  code: string
  /** Modules of ours that it needs before it runs in a browser, each with the names that it has of them. */
  needs: { from: string; names: Set<string> }[]
  /** What it passes on, by the name under which it does. */
  exports: { name: string; from: string }[]
  /** What it imports when it is used (`import()`). */
  later: string[]
}

const sources = new Map<string, Source>()

function sourceOf(path: string): Source {
  const code = readFileSync(path, 'utf8')
  const known = sources.get(path)
  if (known?.code === code) return known
  const parsed = parseSync(path, code)
  const { staticImports, staticExports, dynamicImports } = parsed.module
  const entries = staticExports.flatMap((one) => one.entries)
  // the tree is asked for where it matters alone: it costs more than all the rest
  const used = entries.some(({ exportName }) => serverExports.has(exportName.name ?? ''))
    ? namesUsed(parsed.program.body.filter((node) => !isOfServer(node)))
    : null
  const passedOn = entries.flatMap(({ isType, moduleRequest, exportName, importName, start }) =>
    !isType && moduleRequest
      ? { start, from: moduleRequest.value, name: exportName.name ?? '*', has: importName.name ?? importName.kind }
      : [],
  )
  const needs = [
    ...staticImports.map(({ start, moduleRequest, entries: named }) => ({
      start,
      from: moduleRequest.value,
      names: named.flatMap(({ isType, importName, localName }) =>
        !isType && (!used || used.has(localName.value)) ? (importName.name ?? importName.kind) : [],
      ),
    })),
    ...passedOn.map(({ start, from, has }) => ({ start, from, names: [has] })),
  ]
  const source = {
    code,
    needs: needs
      .filter(({ from, names }) => isOurs(from) && names.length > 0)
      // styles apply in the order in which modules run
      .sort((one, other) => one.start - other.start)
      .map(({ from, names }) => ({ from, names: new Set(names) })),
    exports: passedOn,
    later: dynamicImports
      .map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1))
      .filter((from) => isOurs(from)),
  }
  sources.set(path, source)
  return source
}

function isOurs(from: string): boolean {
  return /^(#|\.|@lantern\/contract)/.test(from)
}

/** What a page does on the server: the framework cuts it out of the script. */
const serverExports = new Set(['loader', 'action', 'headers'])

/** Imports, and exports for the server. */
function isOfServer(node: object): boolean {
  if (!('type' in node)) return false
  if (node.type === 'ImportDeclaration') return true
  if (node.type !== 'ExportNamedDeclaration' || !('declaration' in node)) return false
  const { declaration } = node as { declaration: { type: string; id?: { name: string } } | null }
  return declaration?.type === 'FunctionDeclaration' && serverExports.has(declaration.id?.name ?? '')
}

/** Every name that stands in a piece of a syntax tree. */
function namesUsed(tree: unknown, names = new Set<string>()): Set<string> {
  if (typeof tree !== 'object' || tree === null) return names
  if ('name' in tree && typeof tree.name === 'string') names.add(tree.name)
  for (const part of Object.values(tree)) namesUsed(part, names)
  return names
}

function placeOf(from: string, importer: string): string {
  if (from.startsWith('#')) return join(pages, from.slice(1))
  if (from.startsWith('@lantern/contract/')) return join(rules, from.slice('@lantern/contract/'.length))
  return join(importer, '..', from)
}
