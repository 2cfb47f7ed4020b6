import { blockKinds, isBlockKind, pageFields } from '@lantern/contract/cms/block-kinds.ts'
import {
  type KeptBlock,
  type Namespace,
  namespaces,
  type PageContent,
  slugPattern,
} from '@lantern/contract/cms/blocks.ts'
import type { FieldRule, Fields } from '@lantern/contract/cms/fields.ts'
import { emptyContent } from '@lantern/contract/cms/page-content.ts'
import { contentLanguage, isOfferedLocale, localeNamed, type OfferedLocale } from '@lantern/contract/locales.ts'
import { isContentLanguage } from '@lantern/contract/roles.ts'

// A page as content/README.md describes its file, and what it says in one language.

/** A page that comes with the site. */
export interface ShippedPage {
  path: string
  namespace: Namespace
  slug: string
  name: string
  isOwn: boolean
  locales: OfferedLocale[]
  /** What it says in a language. What is wrong with the file is told to `fault`. */
  contentIn(locale: OfferedLocale, about: Surroundings): Promise<PageContent>
}

/** What a file refers to. What is not there is null: then it is left out. */
export interface Surroundings {
  picture(path: string): Promise<{ value: string; width: number; height: number } | null>
  link(reference: string, locale: OfferedLocale): string | null
  itemId(reference: string, locale: OfferedLocale): string | null
  markdown(text: string, locale: OfferedLocale): Promise<string>
  /** The text of a file of content/, by its path. */
  text(path: string): string | null
  /** A moment some time from now, as in `3d`. */
  moment(offset: string): string
  fault(sentence: string): void
}

/** The file is not as its README says. */
export class PageFileFault extends Error {}

const pageNames = ['namespace', 'slug', 'name', 'own', 'locales', 'blocks', 'packages', 'filters', 'sortings']

export function readPageFile(path: string, data: unknown): ShippedPage {
  const file = recordOf(data)
  if (!file) throw new PageFileFault(`${path}: a page is a map of fields`)
  const { namespace = 'learn', slug = slugOfPath(path), own = false, blocks = [] } = file
  const unknown = Object.keys(file).find((name) => !pageNames.includes(name) && !(name in pageFields))
  if (unknown !== undefined) throw new PageFileFault(`${path}: ${unknown} is no field of a page`)
  if (!isNamespace(namespace)) throw new PageFileFault(`${path}: there is no namespace ${namespace}`)
  if (typeof slug !== 'string' || !slugPattern.test(slug)) throw new PageFileFault(`${path}: ${slug} is no slug`)
  if (!Array.isArray(blocks)) throw new PageFileFault(`${path}: blocks are a list`)
  const locales = localesOf(path, file)
  return {
    path,
    namespace,
    slug,
    name: String(saidIn(file.name ?? file.title ?? slug, locales[0] ?? 'zh_CN')),
    isOwn: own === true,
    locales,
    contentIn: (locale, about) => new PageWriter(path, locale, about).content(file, blocks),
  }
}

/** The file's listed languages, else those of its title. */
function localesOf(path: string, { locales, title }: Record<string, unknown>): OfferedLocale[] {
  const named = Array.isArray(locales) ? locales : isSaidInLanguages(title) ? Object.keys(title) : []
  const known = named.map((name) => localeNamed(String(name)))
  if (known.length === 0 || known.includes(null)) throw new PageFileFault(`${path}: names no languages of the site`)
  return known.filter((locale) => locale !== null && isOfferedLocale(locale)) as OfferedLocale[]
}

class PageWriter {
  readonly #path: string
  readonly #locale: OfferedLocale
  readonly #about: Surroundings
  #blocks = 0

  constructor(path: string, locale: OfferedLocale, about: Surroundings) {
    this.#path = path
    this.#locale = locale
    this.#about = about
  }

  async content(file: Record<string, unknown>, blocks: unknown[]): Promise<PageContent> {
    const named = Object.fromEntries(Object.entries(file).filter(([name]) => name in pageFields))
    return {
      ...emptyContent(),
      properties: { ...emptyContent().properties, ...(await this.#fields(pageFields, named, 'page')) },
      blocks: await this.#list(blocks, (block, place) => this.#block(block, place), ''),
      // products, and the choices of them, are written as they cross the wire; their names may be said in languages
      packages: this.#said(file.packages ?? []) as PageContent['packages'],
      filters: this.#said(file.filters ?? []) as PageContent['filters'],
      sortings: this.#said(file.sortings ?? []) as PageContent['sortings'],
    }
  }

  /** Null when it has nothing to show, as its cards are of items that are not there. */
  async #block(given: unknown, place: string): Promise<KeptBlock | null> {
    const { kind, children = [], ...fields } = recordOf(given) ?? {}
    if (typeof kind !== 'string' || !isBlockKind(kind)) throw this.#fail(place, `${kind} is no kind of block`)
    if (!Array.isArray(children)) throw this.#fail(place, 'children are a list')
    const id = `b${++this.#blocks}`
    const values = await this.#fields(blockKinds[kind].fields, fields, `${place}${kind}`)
    if (values === null || lacks(blockKinds[kind].fields, values, ['ids'])) return null
    return {
      id,
      kind,
      fields: values,
      children: await this.#list(children, (child, inner) => this.#block(child, inner), `${place}${kind}.`),
    }
  }

  async #list<T>(
    entries: unknown[],
    read: (entry: unknown, place: string) => Promise<T | null>,
    place: string,
  ): Promise<T[]> {
    const found: T[] = []
    for (const [at, entry] of entries.entries()) {
      const value = await read(entry, `${place}${at + 1}.`)
      if (value !== null) found.push(value)
    }
    return found
  }

  async #fields(rules: Fields, named: Record<string, unknown>, place: string): Promise<Record<string, unknown>> {
    const given = rules.value?.is === 'rich' ? withMarkdown(named) : named
    const unknown = Object.keys(given).find((name) => !(name in rules))
    if (unknown !== undefined) throw this.#fail(place, `${unknown} is no field of it`)
    const values: Record<string, unknown> = {}
    for (const [name, rule] of Object.entries(rules)) {
      if (given[name] !== undefined) values[name] = await this.#value(rule, given[name], `${place}.${name}`)
    }
    return values
  }

  async #value(rule: FieldRule, given: unknown, place: string): Promise<unknown> {
    switch (rule.is) {
      case 'group':
        return this.#group(rule.fields, given, place)
      case 'list': {
        if (!Array.isArray(given)) throw this.#fail(place, 'is a list')
        const read = async (entry: unknown, inner: string) => {
          const values = await this.#fields(rule.of, recordOf(entry) ?? { value: entry }, `${place}.${inner}`)
          return lacks(rule.of, values, ['link', 'image']) ? null : values
        }
        return this.#list(given, read, '')
      }
      case 'image':
        return this.#image(given, place)
      case 'rich':
        return this.#rich(given, place)
      case 'link': {
        const href = String(this.#said(given, place))
        return isReference(href) ? (this.#about.link(href, this.#locale) ?? '') : href
      }
      case 'ids': {
        if (!Array.isArray(given)) throw this.#fail(place, 'is a list')
        return given.flatMap((reference) => this.#about.itemId(String(reference), this.#locale) ?? [])
      }
      case 'time': {
        const moment = String(this.#said(given, place))
        return /^-?\d+[mhd]$/.test(moment) ? this.#about.moment(moment) : moment
      }
      default:
        return this.#said(given, place)
    }
  }

  /** A description may be its words alone, a background its picture or its colour alone. */
  #group(rules: Fields, given: unknown, place: string): Promise<Record<string, unknown>> {
    const isWords = typeof given === 'string' || isSaidInLanguages(given)
    if (isWords && rules.value?.is === 'rich') return this.#fields(rules, { value: given }, place)
    if (isWords && rules.value?.is === 'image') {
      const named = String(given).startsWith('#') ? { color: given } : { value: given }
      return this.#fields(rules, named, place)
    }
    const fields = recordOf(given)
    if (!fields) throw this.#fail(place, 'is a map of fields')
    return this.#fields(rules, fields, place)
  }

  async #image(given: unknown, place: string): Promise<Record<string, unknown>> {
    const { src = given, alt = '' } = recordOf(given) ?? {}
    const address = String(this.#said(src, place))
    const words = String(this.#said(alt, place))
    if (address === '' || /^(\/|https:\/\/)/.test(address)) return { value: address, alt: words, width: 0, height: 0 }
    const picture = await this.#about.picture(address)
    if (!picture) throw this.#fail(place, `${address} is shown and not there`)
    return { ...picture, alt: words }
  }

  /** HTML, or Markdown, written here or in a file of its own for each language. */
  async #rich(given: unknown, place: string): Promise<string> {
    const { markdown, file } = recordOf(given) ?? {}
    if (typeof file === 'string') return this.#about.markdown(this.#textOf(file, place), this.#locale)
    if (markdown !== undefined) return this.#about.markdown(String(this.#said(markdown, place)), this.#locale)
    const html = String(this.#said(given, place))
    return html.replace(/href="([^"]+)"/g, (whole, href: string) => {
      if (!isReference(href)) return whole
      return `href="${this.#about.link(href, this.#locale) ?? '/'}"`
    })
  }

  #textOf(file: string, place: string): string {
    const own = contentLanguage(this.#locale)
    for (const language of [own, 'en', 'zh']) {
      const text = this.#about.text(file.replace('{language}', language))
      if (text === null) continue
      if (language !== own) this.#about.fault(`${this.#path}: ${file} is not there in ${own}`)
      // what stands between the lines at the top is about the text
      return text.replace(/^---\n[\s\S]*?\n---\n/, '')
    }
    throw this.#fail(place, `${file} is not there`)
  }

  /** Everything in a value that is said in several languages, in this one. */
  #said(value: unknown, place = ''): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.#said(entry, place))
    if (isSaidInLanguages(value)) {
      const language = contentLanguage(this.#locale)
      if (!(language in value)) this.#about.fault(`${this.#path}: ${place} is not said in ${language}`)
      return saidIn(value, this.#locale)
    }
    const fields = recordOf(value)
    if (!fields) return value
    return Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name, this.#said(inner, place)]))
  }

  #fail(place: string, why: string): PageFileFault {
    return new PageFileFault(`${this.#path}: ${place.replace(/\.$/, '')}: ${why}`)
  }
}

/** Where Markdown is written, formatted text is meant. */
function withMarkdown(fields: Record<string, unknown>): Record<string, unknown> {
  const { markdown, file, ...rest } = fields
  return markdown === undefined && file === undefined ? rest : { type: 'rich', ...rest, value: { markdown, file } }
}

function isSaidInLanguages(value: unknown): value is Record<string, unknown> {
  const names = Object.keys(recordOf(value) ?? {})
  return names.length > 0 && names.every(isContentLanguage)
}

function saidIn(value: unknown, locale: OfferedLocale): unknown {
  if (!isSaidInLanguages(value)) return value
  return value[contentLanguage(locale)] ?? value.en ?? value.zh ?? Object.values(value)[0]
}

/** Whether what it cannot be without is not there, as it refers to items of another site. */
function lacks(rules: Fields, values: Record<string, unknown>, names: readonly (FieldRule['is'] | 'ids')[]): boolean {
  return Object.entries(rules).some(([name, rule]) => {
    const value = values[name]
    const isNothing = value === '' || (Array.isArray(value) && value.length === 0)
    return rule.required === true && names.includes(rule.is) && isNothing
  })
}

function isReference(text: string): boolean {
  return /^(tutorial|project|course|quiz|liveSession|bundle):[a-z0-9-]+$/.test(text)
}

function isNamespace(value: unknown): value is Namespace {
  return (namespaces as readonly unknown[]).includes(value)
}

function slugOfPath(path: string): string {
  return /([^/]+)\.yaml$/.exec(path)?.[1] ?? ''
}

function recordOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}
