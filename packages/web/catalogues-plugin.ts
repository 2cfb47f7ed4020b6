import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { offeredLocales } from '@lantern/contract/locales.ts'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { modulesOf, pages } from './first-modules.ts'
import { type PseudoMessage, pseudoMessage } from './pseudo-message.ts'

const folder = resolve(import.meta.dirname, '../contract/messages')
const rules = resolve(import.meta.dirname, '../contract/src')
const prefix = 'virtual:catalogue/'
const waitingPrefix = 'virtual:messages/'

/** The locale that is written first: it has every message, and its files say what belongs to which part. */
const source = 'zh_CN'
/** What says a message that a locale does not have yet. The check of the messages does not let that pass. */
const fallback = 'en_US'
/** The picture run shows a language that nobody speaks in the place of English: pseudo-message.ts */
const isPseudo = process.env.PSEUDO_LOCALE === 'true'

/** Catalogue files that only the server speaks from; pages never load them. */
const serverOnly = new Set(['errors.json', 'cli.json', 'demo.json'])

/**
 * Parts of their own, the first that says a key has it: what every page says, and what cards say and what is said while
 * one reads, which most pages do. Keys of modules that come later (`import()`) are the domain's part, as is the rest. With
 * `domain` only its own keys: those of others stay in the parts that their pages load anyway.
 */
const early: readonly (readonly [part: string, modules: () => Iterable<string>, domain?: string])[] = [
  // and what is said of any call that failed
  ['base', () => [...modulesOf('root.tsx'), join(pages, 'kit/failure.ts')]],
  [
    'lessons',
    () => [
      ...['item-card', 'item-words', 'item-price', 'item-rating', 'item-breadcrumb', 'card-labels', 'subtitle-line']
        .concat(['sticker-header', 'other-languages', 'page-head', 'prerequisites'])
        .map((name) => readdirSync(join(pages, 'catalog')).find((file) => file.startsWith(`${name}.ts`)))
        .map((file) => join(pages, `catalog/${file}`)),
      ...modulesOf('pages/tutorial.tsx'),
    ],
  ],
  // the dialog of sharing
  ['sharing', () => scriptsOf('catalog/sharing'), 'catalog'],
  // signing in, without what looking after an account says
  ['entering', () => [...modulesOf('pages/auth-login.tsx'), ...modulesOf('pages/auth-email.tsx')]],
  // what a visitor of a page of editors reads, without what their editors read
  ['blocks', () => [...scriptsIn('cms', 'builder'), join(pages, 'pages/managed.tsx')]],
  // what buyers read; the pages of sellers and staff, in folders of their own, are the domain's rest
  ['shop', () => scriptsOf('commerce'), 'commerce'],
  // what members read below an item and beside a lesson; the rest of the domain is what moderators read
  ['discussion', () => [...modulesOf('pages/channel.tsx'), join(pages, 'community/composer-tools.tsx')], 'community'],
  [
    'submissions',
    () => [...scriptsOf('community/submissions'), join(rules, 'community/submission-rules.ts')],
    'community',
  ],
  ['notes', () => scriptsOf('community/notes'), 'community'],
  // the words of an appeal, which a certificate has from moderation
  ['appeals', () => scriptsOf('certificates'), 'community'],
  // the list on the page of a person
  ['own-certificates', () => [join(pages, 'certificates/certificate-list.tsx')], 'certificates'],
  // what a class shows at first; its tables, forms and dialogs come later with the domain's rest
  ['class', () => modulesOf('pages/class.tsx'), 'campus'],
  // what a class shows of tools and packages that its organisation set up
  ['class-tools', () => modulesOf('pages/class.tsx'), 'lti'],
  ['class-packages', () => modulesOf('pages/class.tsx'), 'courseware'],
]

export const earlyParts: readonly string[] = early.map(([part]) => part)

/** The scripts of a folder itself, without its folders. */
function scriptsOf(folder: string): string[] {
  return readdirSync(join(pages, folder))
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => join(pages, folder, name))
}

function scriptsIn(folder: string, without: string): string[] {
  return readdirSync(join(pages, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.includes('.test.') && !name.startsWith(`${without}/`))
    .map((name) => join(pages, folder, name))
}

/**
 * The compiled messages: they are parsed when the site is built, so that a page carries neither a parser nor a language
 * that nobody asked for.
 *
 * - `virtual:catalogue/zh_CN` is all of one locale, for the server and for tests.
 * - `virtual:catalogue/zh_CN/learning` is one part of it.
 * - `virtual:messages/learning` waits for that part in the page's language. With `inParts` each module that names a message
 *   imports the parts it speaks: no page waits for, or forgets, what it has to say.
 */
export function catalogues({ inParts = false } = {}): Plugin {
  let parts: Map<string, string> | undefined
  const partsOf = () => (parts ??= readParts())
  return {
    name: 'lantern-catalogues',
    resolveId: (id) =>
      id.startsWith(prefix) || id.startsWith(waitingPrefix)
        ? { id: `\0${id}`, moduleSideEffects: id.startsWith(waitingPrefix) }
        : undefined,
    load(id) {
      if (id.startsWith(`\0${waitingPrefix}`)) return messageModule(id.slice(waitingPrefix.length + 1))
      if (!id.startsWith(`\0${prefix}`)) return
      const [locale = '', part] = id.slice(prefix.length + 1).split('/')
      const messages: Record<string, unknown> = {}
      for (const { path, key, message } of readMessages(locale)) {
        this.addWatchFile(path)
        if (part && partsOf().get(key) !== part) continue
        const compiled = compileMessage(message)
        // the compiler leaves open what it makes of a message: tokens, as pseudo-message.ts has them
        messages[key] = isPseudo && locale === fallback ? pseudoMessage(compiled as PseudoMessage) : compiled
      }
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(messages))})`
    },
    transform(code, id) {
      const path = id.split('?', 1)[0] ?? id
      if (!inParts || this.environment.name !== 'client') return
      if (!(path.startsWith(pages) || path.startsWith(rules)) || !/\.tsx?$/.test(path)) return
      const spoken = new Set([...keysNamed(code, partsOf())].map((key) => partsOf().get(key)))
      if (spoken.size === 0) return
      const imports = [...spoken].sort().map((part) => `import '${waitingPrefix}${part}';`)
      return { code: `${imports.join('')}${code}`, map: null }
    },
  }
}

/** Which part each key belongs to. */
function readParts(): Map<string, string> {
  const domains = new Map([...readMessages(source)].map(({ key, part }) => [key, part]))
  const parts = new Map(domains)
  for (const [part, modules, domain] of early.toReversed()) {
    for (const path of modules()) {
      if (!/\.tsx?$/.test(path)) continue
      for (const key of keysNamed(readFileSync(path, 'utf8'), domains)) {
        if (domain === undefined || domains.get(key) === domain) parts.set(key, part)
      }
    }
  }
  return parts
}

/** Every key that code names in quotes, and every one that begins like a template that is filled in. */
function* keysNamed(code: string, parts: ReadonlyMap<string, string>): Generator<string> {
  for (const [, key = ''] of code.matchAll(/['"]([\w.]+)['"]/g)) if (parts.has(key)) yield key
  for (const [, start = ''] of code.matchAll(/`([\w.]+)\$\{/g))
    for (const key of parts.keys()) if (key.startsWith(start)) yield key
}

function* readMessages(locale: string) {
  for (const file of readdirSync(join(folder, source)).sort()) {
    if (!file.endsWith('.json') || serverOnly.has(file)) continue
    const path = join(folder, locale, file)
    const own = messagesIn(path)
    const inFallback = messagesIn(join(folder, fallback, file))
    for (const [key, inSource] of Object.entries(messagesIn(join(folder, source, file)))) {
      yield { path, part: file.replace('.json', ''), key, message: own[key] ?? inFallback[key] ?? inSource }
    }
  }
}

/** Each file as it was parsed last: every part of a language is read from all its files. */
const parsed = new Map<string, { changedAt: number; messages: Record<string, string> }>()

function messagesIn(path: string): Record<string, string> {
  if (!existsSync(path)) return {}
  const changedAt = statSync(path).mtimeMs
  const known = parsed.get(path)
  if (known?.changedAt === changedAt) return known.messages
  const messages = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
  parsed.set(path, { changedAt, messages })
  return messages
}

function messageModule(part: string): string {
  const locales = offeredLocales.map((locale) => `${locale}:()=>import('${prefix}${locale}/${part}')`)
  const catalogue = JSON.stringify(join(pages, 'kit/catalogue.ts'))
  return `import { learnPart } from ${catalogue};await learnPart({${locales.join(',')}})`
}
