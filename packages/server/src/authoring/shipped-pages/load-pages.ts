import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import { contentLanguage, type OfferedLocale } from '@lantern/contract/locales.ts'
import { originalUrl } from '@lantern/contract/media/image-url.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { parse } from 'yaml'
import { installPage } from '#cms/index.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { storeImage } from '#media/index.ts'
import { offset } from '../demo/demo-run.ts'
import { contentHash, loadedHash, rememberHash } from '../demo/loaded-content.ts'
import { isInside } from '../import/files.ts'
import { decodeText } from '../import/front-matter.ts'
import { renderMarkdown } from '../import/markdown.ts'
import { headingAnchors } from '../import/steps.ts'
import { PageFileFault, readPageFile, type ShippedPage, type Surroundings } from './page-file.ts'

export interface PagesOutcome {
  pages: number
  /** Languages of pages that were written. */
  written: number
  /** What is wrong with the files; everything else is there. */
  faults: string[]
}

const hashName = 'shipped-pages'

export async function arePagesLoaded(services: Services): Promise<boolean> {
  const folder = join(services.config.siteRoot, 'content')
  return (
    !existsSync(join(folder, 'pages')) || (await loadedHash(services, hashName)) === (await hashOf(services, folder))
  )
}

/** What the pages are made of: their files, the texts and pictures that they name, and the items that they lead to. */
async function hashOf({ db }: Services, folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const part of ['pages', 'legal', 'art']) {
    if (existsSync(join(folder, part))) hash.update(contentHash(join(folder, part)))
  }
  return hash.update(JSON.stringify([...(await knownIds(db))])).digest('hex')
}

/**
 * The pages that come with every site, from content/pages. What an editor has changed stays as it is, and a page that
 * was taken away stays away. Items of the demo are linked and shown where they are there.
 */
export async function loadShippedPages(services: Services, folder = join(services.config.siteRoot, 'content')) {
  const pages = join(folder, 'pages')
  const outcome: PagesOutcome = { pages: 0, written: 0, faults: [] }
  if (!existsSync(pages)) return outcome
  const hash = await hashOf(services, folder)
  if ((await loadedHash(services, hashName)) === hash) return outcome
  await services.direct.whileLocked(pagesLock, async () => {
    if ((await loadedHash(services, hashName)) === hash) return
    await installAll(services, folder, outcome)
    await rememberHash(services, hash, hashName)
  })
  if (outcome.faults.length > 0) {
    services.log.warn({ faults: outcome.faults.slice(0, 50) }, 'pages of content/ are not as content/README.md says')
  }
  return outcome
}

const pagesLock = { key: 20_261_123, doing: 'loading the pages that come with the site' }

async function installAll(services: Services, folder: string, outcome: PagesOutcome): Promise<void> {
  const faults = new Set<string>()
  const about = await surroundingsOf(services, folder, (sentence) => faults.add(sentence))
  for (const path of pageFiles(folder)) {
    try {
      const page = readPageFile(path, parse(decodeText(readFileSync(join(folder, path)))))
      outcome.pages++
      outcome.written += await install(services, page, about)
    } catch (error) {
      // one file that is wrong keeps nothing else out
      const isOfFile = error instanceof PageFileFault || (error instanceof Error && error.name.startsWith('YAML'))
      if (!isOfFile) throw error
      faults.add(error instanceof PageFileFault ? error.message : `${path}: ${error.message}`)
    }
  }
  outcome.faults = [...faults]
}

async function install(services: Services, page: ShippedPage, about: Surroundings): Promise<number> {
  const texts = []
  for (const locale of page.locales) texts.push({ locale, content: await page.contentIn(locale, about) })
  const { written, faults } = await installPage(services, {
    sourceKey: page.path,
    namespace: page.namespace,
    slug: page.slug,
    name: page.name,
    isOwn: page.isOwn,
    texts,
  })
  for (const fault of faults) about.fault(`${page.path}: ${fault}`)
  return written
}

function pageFiles(folder: string): string[] {
  return readdirSync(join(folder, 'pages'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => `pages/${name.replaceAll('\\', '/')}`)
}

async function surroundingsOf(
  services: Services,
  folder: string,
  fault: (sentence: string) => void,
): Promise<Surroundings> {
  const ids = await knownIds(services.db)
  const idOf = (reference: string, locale: OfferedLocale): string | null => {
    const [type, slug] = reference.split(':')
    const own = contentLanguage(locale)
    for (const language of [own, 'en', 'zh']) {
      const id = ids.get(`demo/${type}/${slug}.${language}`)
      if (id !== undefined) return id
    }
    return null
  }
  const picture: Surroundings['picture'] = async (path) => {
    const absolute = join(folder, path)
    if (!isInside(folder, absolute) || !existsSync(absolute)) return null
    const { id, extension, width, height } = await storeImage(services, readFileSync(absolute))
    return { value: originalUrl(id, extension), width, height }
  }
  const link: Surroundings['link'] = (reference, locale) => {
    const id = idOf(reference, locale)
    const [type = ''] = reference.split(':')
    if (id === null) return null
    // what is asked for is what idOf found: an item of this type
    return type === 'bundle' ? `/bundle/${id}` : itemIdLink({ type: type as ItemType, id })
  }
  return {
    picture,
    link,
    itemId: (reference, locale) => (reference.includes(':') ? idOf(reference, locale) : reference),
    markdown(text, locale) {
      const anchor = headingAnchors()
      return renderMarkdown(text, {
        language: contentLanguage(locale) as ContentLanguage,
        // the page above it has the first
        highestHeading: 2,
        anchor,
        link: (href) => (/^\w+:[a-z0-9-]+$/.test(href) ? link(href, locale) : href),
        picture: async () => null,
      })
    },
    text(path) {
      const absolute = join(folder, path)
      return isInside(folder, absolute) && existsSync(absolute) ? decodeText(readFileSync(absolute)) : null
    },
    moment: (text) => offset(services.clock.now(), text).toISOString(),
    fault,
  }
}

/** What the demo brought, by its place in content/. A site of its own has none of it. */
async function knownIds(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; source_key: string }>`
    select id, source_key from items where source_key like 'demo/%'
    union all select id, source_key from bundles where source_key like 'demo/%' order by source_key`.execute(db)
  return new Map(rows.map(({ id, source_key: key }) => [key, id]))
}
