import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
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
    if (!/\.tsx?$/.test(module)) continue
    const code = readFileSync(module, 'utf8')
    for (const [, from = ''] of code.matchAll(/\bimport\('((?:#|\.)[^']+)'\)/g)) follow(placeOf(from, module), found)
  }
  return found
}

/** Whether a file of `pages` links the sheet of authors' pages. */
export function isOfAuthors(file: string): boolean {
  return readFileSync(join(pages, 'pages', file), 'utf8').includes("'virtual:authors-sheet'")
}

/** The pages that most visits begin with. */
const entrances = ['home', 'list', 'detail', 'tutorial', 'quiz', 'search']

/**
 * The chunk of each module that an entrance has from the start and another page has too: `frame` for what all have,
 * `shared` for what three or more of the entrances have (`lists` where a lesson is not among them), else one for the two
 * entrances, or the one, that have it: a file for every set of pages would be twenty of them on a slow line. What authors'
 * pages have too is apart from the rest. What one page alone has is in that page's own chunk, but for its icons: a part
 * that comes later may draw one of them, and the page would then wait for the chunk of all icons that come later.
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
    if (here.length >= 3) chunks.set(path, here.includes('tutorial') ? 'shared' : 'lists')
    else if (here.length > 0 && names.length === 1 && isIcon(path)) chunks.set(path, 'shared')
    else if (here.length > 0 && names.length > 1) {
      chunks.set(
        path,
        `${here.join('-')}-${names.some((name) => isOfAuthors(`${name}.tsx`)) ? 'and-authors' : 'parts'}`,
      )
    }
  }
  for (const path of [...modulesOf('root.tsx'), '\0virtual:speech/base', '\0vite/preload-helper.js']) {
    chunks.set(path, 'frame')
  }
  // words that three or more of the entrances say
  chunks.set('\0virtual:speech/lessons', 'shared')
  return chunks
}

function follow(path: string, found: Set<string>): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  const code = ofBrowsers(readFileSync(path, 'utf8'))
  for (const [, way, clause = '', from = ''] of code.matchAll(
    /^(im|ex)port ([^'"]*?)from '((?:#|\.|@lantern\/contract)[^']+)'/gm,
  )) {
    const target = placeOf(from, path)
    if (target.endsWith('.css')) found.add(target)
    const names = way === 'im' ? wordsSaid(clause, code) : wordsOf(clause)
    if (clause.startsWith('type ') || names.size === 0 || !/\.tsx?$/.test(target)) continue
    if (target === iconDoor) for (const icon of [drawing, ...iconsNamed(names)]) found.add(icon)
    else if (!target.endsWith('/index.ts')) follow(target, found)
    else {
      found.add(target)
      for (const behind of behindDoor(target, names)) follow(behind, found)
    }
  }
  return found
}

/** What a page does on the server is cut out of its script. */
function ofBrowsers(code: string): string {
  return code.replace(/^export (async )?function (loader|action|headers)\(.*?^}\n/gms, '')
}

/** The imported names that are still said, now that what only the server runs is gone. */
function wordsSaid(clause: string, code: string): Set<string> {
  return new Set([...wordsOf(clause)].filter((name) => code.split(new RegExp(`\\b${name}\\b`)).length > 2))
}

/** The modules that icons-plugin.ts makes of the icons that an import names. */
function iconsNamed(names: ReadonlySet<string>): string[] {
  const exported = readFileSync(iconDoor, 'utf8').matchAll(/default as (\w+) \} from '([^']+)'/g)
  return [...exported].filter(([, name = '']) => names.has(name)).map(([, , from = '']) => iconModule(from))
}

function behindDoor(door: string, names: ReadonlySet<string>): string[] {
  return [...readFileSync(door, 'utf8').matchAll(/^export \{([^}]*)\} from '\.\/([^']+)'/gm)]
    .filter(([, exported = '']) => !wordsOf(exported).isDisjointFrom(names))
    .map(([, , file = '']) => join(door, '..', file))
}

/** The names in the braces of an import or export; what is only a type is in no chunk. */
function wordsOf(names: string): Set<string> {
  return new Set(names.replace(/\btype \w+/g, '').match(/\w+/g))
}

function placeOf(from: string, importer: string): string {
  if (from.startsWith('#')) return join(pages, from.slice(1))
  if (from.startsWith('@lantern/contract/')) return join(rules, from.slice('@lantern/contract/'.length))
  return join(importer, '..', from)
}
