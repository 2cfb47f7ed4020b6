import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles, root } from './files.ts'

// The import table of ARCHITECTURE.md as data. Lower levels know nothing of higher ones; domains of one level meet in
// flows, by events, or on a page.

const levels = [
  ['identity', 'media', 'realtime'],
  ['catalog', 'cms'],
  ['search', 'notifications', 'analytics'],
  ['learning', 'quiz', 'commerce', 'community', 'live'],
  ['authoring', 'campus', 'paths', 'certificates', 'admin', 'xapi', 'rosters'],
  ['courseware', 'lti', 'webhooks', 'statements'],
]
const domains = levels.flat()
const levelOf = (domain: string) => levels.findIndex((level) => level.includes(domain))

interface Import {
  file: string
  line: number
  /** Repository path of the imported file, or the package name. */
  target: string
  isType: boolean
}

interface Place {
  pkg: string
  /** First folder below src, or '' for a file of src itself. */
  area: string
  rest: string
}

const sources = projectFiles('packages').filter(
  (file) => /^packages\/\w+\/src\/.*\.tsx?$/.test(file) && !file.endsWith('.generated.ts'),
)

const imports = sources.flatMap(importsOf)

test('code imports only what its place in the table allows', () => {
  expect(imports.flatMap((found) => brokenRule(found) ?? [])).toEqual([])
})

test('a page reads its address from `url`: the request for its data alone has another one', () => {
  const readers = sources.filter(
    (file) =>
      // a document's request has the page's own address
      /^packages\/web\/src\/(?!entry\.server)/.test(file) &&
      /\brequest\.url\b/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(readers.map((file) => `${file}: take \`url\` of the loader or action`)).toEqual([])
})

test('a package imports only packages that it declares', () => {
  const declared = new Map(
    ['contract', 'server', 'web'].map((pkg) => {
      const manifest = JSON.parse(readFileSync(join(root, 'packages', pkg, 'package.json'), 'utf8'))
      return [pkg, new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))]
    }),
  )
  const rootDev = new Set(Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies))
  const undeclared = imports.flatMap(({ file, line, target }) => {
    if (target.startsWith('packages/') || target.startsWith('virtual:') || isBuiltin(target)) return []
    const pkg = file.split('/')[1] ?? ''
    const known =
      declared.get(pkg)?.has(target) ||
      declared.get(pkg)?.has(`@types/${target}`) ||
      (isTestCode(file) && rootDev.has(target))
    return known ? [] : [`${file}:${line} imports ${target}: add it to packages/${pkg}/package.json`]
  })
  expect(undeclared).toEqual([])
})

test('no two files import each other in a circle across domains', () => {
  const edges = new Map<string, Set<string>>()
  for (const { file, target, isType } of imports) {
    if (isType || !target.startsWith('packages/')) continue
    const from = placeOf(file)
    const to = placeOf(target)
    if (
      !from ||
      !to ||
      from.pkg !== to.pkg ||
      from.area === to.area ||
      !domains.includes(from.area) ||
      !domains.includes(to.area)
    )
      continue
    const key = `${from.pkg}/${from.area}`
    edges.set(key, (edges.get(key) ?? new Set()).add(`${to.pkg}/${to.area}`))
  }
  const circles = [...edges].flatMap(([from, targets]) =>
    [...targets].filter((to) => edges.get(to)?.has(from)).map((to) => `${from} <-> ${to}`),
  )
  expect(circles).toEqual([])
})

/** Tables that their migration's name gives to another domain than the one that keeps them. */
const keptBy: Record<string, string> = { saved_tags: 'catalog', likes: 'community', embed_allowances: 'media' }

test('a query reads tables of its own domain and of lower ones, and of higher ones the views that they publish', () => {
  const owners = new Map(
    projectFiles('packages/server/migrations').flatMap((file) => {
      const domain = /_(\w+)\.sql$/.exec(file)?.[1] ?? ''
      const created = readFileSync(join(root, file), 'utf8').matchAll(/create table (\w+)/g)
      return [...created].map(([, table = '']) => [table, keptBy[table] ?? domain] as const)
    }),
  )
  const above = [...owners].filter(([, domain]) => levelOf(domain) > 0)
  const readers = sources.filter((file) => {
    const place = placeOf(file)
    if (place?.pkg !== 'server' || !domains.includes(place.area) || isTestCode(file)) return false
    const source = readFileSync(join(root, file), 'utf8')
    return above.some(
      ([table, domain]) =>
        levelOf(domain) > levelOf(place.area) &&
        new RegExp(`\\b(from|join|into|update) ${table}\\b|(From|Into|Table|join|Join)\\('${table}\\b`).test(source),
    )
  })
  // mend: call the index.ts of the lower domain from above, take a slot, or publish a view in the owner's migration
  expect(readers).toEqual([])
})

function brokenRule({ file, line, target, isType }: Import): string | null {
  const from = placeOf(file)
  if (!from) return null
  const say = (mend: string) => `${file}:${line} imports ${target}: ${mend}`
  const to = placeOf(target)
  if (!to) {
    if (from.pkg === 'contract' && target !== 'typebox' && !isTestCode(file))
      return say('contract depends on typebox only')
    if (from.pkg === 'web' && from.area === 'ui' && isBuiltin(target) && !isTestCode(file))
      return say('ui runs in the browser')
    return null
  }
  if (isTestCode(file)) return null

  if (to.pkg === 'contract') {
    if (from.pkg === 'contract') return contractRule(from, to, say)
    if (from.pkg === 'web' && !isType && pullsInSchemas(target)) {
      return say('import it as a type: as a value it brings the schema library into the page')
    }
    if (from.pkg === 'web' && from.area === 'ui') return say('ui knows no domain: pass it in as a property')
    if (from.pkg === 'server' && from.area === 'kit' && domains.includes(to.area)) return say('kit knows no domain')
    return null
  }
  if (to.pkg !== from.pkg) return say('packages meet in the contract only')
  return from.pkg === 'server' ? serverRule(from, to, say) : webRule(from, to, say)
}

type Say = (mend: string) => string

function contractRule(from: Place, to: Place, say: Say): string | null {
  if (to.area === '' || to.area === from.area) return null
  if (from.area === '') return say('the root of contract knows no domain')
  return levelOf(to.area) < levelOf(from.area) ? null : say('move what both need to a lower domain')
}

function serverRule(from: Place, to: Place, say: Say): string | null {
  if (from.area === '' || from.area === 'testing' || to.area === from.area) return null
  if (to.area === 'testing') return say('only tests use what is made for tests')
  if (from.area === 'kit') return to.area === 'kit' ? null : say('kit knows no domain')
  if (to.area === 'kit') return null
  if (from.area === 'flows') return isDoor(to) ? null : say("use the domain's index.ts")
  if (to.area === 'flows') return say('flows use domains, never the other way round: let app.ts register it')
  if (levelOf(to.area) >= levelOf(from.area)) return say('that domain is not lower: use an event, or a flow')
  return isDoor(to) ? null : say("use the domain's index.ts")
}

function webRule(from: Place, to: Place, say: Say): string | null {
  if (from.area === '' || to.area === from.area) return null
  if (from.area === 'ui') return say('ui imports React and packages only')
  if (to.area === 'ui') return null
  if (from.area === 'kit') return to.area === 'kit' ? null : say('kit knows neither domains nor pages')
  if (to.area === 'kit') return null
  if (from.area === 'pages' || from.area === 'shell') {
    if (to.area === 'pages' && from.area === 'shell') return say('the shell is around pages, not made of them')
    return isDoor(to) || to.area === 'pages' ? null : say("use the domain's index.ts")
  }
  if (to.area === 'pages' || to.area === 'shell') return say('pages and shell use domains, not the other way round')
  if (levelOf(to.area) < levelOf(from.area)) return isDoor(to) ? null : say("use the domain's index.ts")
  return say('that domain is not lower: take a slot, which the page fills')
}

function isDoor({ rest }: Place): boolean {
  return rest === 'index.ts' || rest === 'index.tsx'
}

function isTestCode(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.startsWith('packages/server/src/testing/') || file.includes('/testing/')
}

function pullsInSchemas(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false
  seen.add(file)
  return imports
    .filter((found) => found.file === file && !found.isType)
    .some(
      ({ target }) =>
        target.startsWith('typebox') || (target.startsWith('packages/contract') && pullsInSchemas(target, seen)),
    )
}

function placeOf(path: string): Place | null {
  const match = /^packages\/(\w+)\/src\/(?:([\w-]+)\/)?(.+)$/.exec(path)
  return match ? { pkg: match[1] ?? '', area: match[2] ?? '', rest: match[3] ?? '' } : null
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const pkg = file.split('/')[1] ?? ''
  const found: Import[] = []
  const pattern = /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm
  for (const match of text.matchAll(pattern)) {
    const specifier = match[2] ?? match[3] ?? ''
    const line = text.slice(0, match.index).split('\n').length + (match[0].startsWith('\n') ? 1 : 0)
    const isType = Boolean(match[1]) || /typeof\s+import\($/.test(text.slice(0, (match.index ?? 0) + 7))
    found.push({ file, line, target: targetOf(specifier, file, pkg), isType })
  }
  return found
}

function targetOf(specifier: string, file: string, pkg: string): string {
  if (specifier.startsWith('#')) return `packages/${pkg}/src/${specifier.slice(1)}`
  if (specifier.startsWith('@lantern/contract/'))
    return specifier.replace('@lantern/contract/', 'packages/contract/src/')
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier))
  if (specifier.startsWith('node:') || specifier.startsWith('virtual:')) return specifier
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier)
}

function isBuiltin(target: string): boolean {
  return target.startsWith('node:') || builtinModules.includes(target)
}
