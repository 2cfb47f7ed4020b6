import { everyBlock } from '@lantern/contract/cms/every-block.ts'
import { isError, type PageFault } from '@lantern/contract/cms/faults.ts'
import type { ReadPage } from '@lantern/contract/cms/page-content.ts'
import { anchorsOfPage, linksOfPage, validatePage } from '@lantern/contract/cms/validate-page.ts'
import type { CmsContent } from '@lantern/contract/cms/wire.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { ownPath } from './gone-links.ts'
import { readDraftState } from './page-rows.ts'
import { prepareContent } from './prepare-content.ts'
import { wireContent } from './published.ts'
import { keptContent, type LocaleOfPage } from './save-page.ts'

/** What a check of a page needs to know of the rest of the site; the composition of the site passes it in. */
export interface PageSurroundings {
  /** The given paths of this site that lead nowhere. */
  deadPaths(services: Services, paths: readonly string[]): Promise<ReadonlySet<string>>
  /** The given paths of items and bundles that nobody finds, or nobody any more. */
  gonePaths(services: Services, paths: readonly string[]): Promise<ReadonlySet<string>>
  /** The given outside addresses known to be broken. Unknown ones are queued for a check. */
  brokenAddresses(services: Services, addresses: readonly string[]): Promise<ReadonlySet<string>>
  /** The given things that visitors may see. */
  shown(services: Services, kind: 'tutorial' | 'bundle', ids: readonly string[]): Promise<ReadonlySet<string>>
}

/** Everything that is wrong with a draft as it stands. */
export async function checkPage(
  services: Services,
  surroundings: PageSurroundings,
  { id, locale }: LocaleOfPage,
): Promise<{ faults: PageFault[] }> {
  const { db } = services
  const state = await readDraftState(db, id, locale)
  if (!state) throw refuse('not_found')
  const { page, faults } = await prepareContent(db, state.content, locale)
  return {
    faults: [
      ...faults,
      ...faultsOf(services, page),
      ...(await deadLinks(services, surroundings, page)),
      ...(await emptyCards(services, surroundings, page)),
    ],
  }
}

/** What keeps a page that has been read from being published. */
export function errorsOfPage(services: Pick<Services, 'clock' | 'config'>, page: ReadPage): PageFault[] {
  return faultsOf(services, page).filter(isError)
}

function faultsOf({ clock, config }: Pick<Services, 'clock' | 'config'>, page: ReadPage): PageFault[] {
  return validatePage(page, {
    now: clock.now(),
    ownHosts: [new URL(config.publicUrl).host, ...config.learningHosts],
  })
}

async function deadLinks(services: Services, surroundings: PageSurroundings, page: ReadPage): Promise<PageFault[]> {
  const { publicUrl } = services.config
  const anchors = anchorsOfPage(page)
  const links = linksOfPage(page).map((link) => ({ ...link, path: ownPath(link.href, publicUrl) }))
  const paths = new Set(links.flatMap(({ path }) => path ?? []))
  const addresses = new Set(links.flatMap(({ path, href }) => (path === null && /^https?:/i.test(href) ? href : [])))
  const dead = await surroundings.deadPaths(services, [...paths])
  const broken = await surroundings.brokenAddresses(services, [...addresses])
  return links.flatMap(({ blockId, field, href, path }) => {
    const isDead = href.startsWith('#')
      ? href.length > 1 && !anchors.has(decodeURIComponentOr(href.slice(1)))
      : path === null
        ? broken.has(href)
        : dead.has(path)
    return isDead ? [{ kind: 'dead_link' as const, blockId, field, value: href }] : []
  })
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Cards of things that visitors are not shown, all of them: then the block shows nothing. */
async function emptyCards(services: Services, surroundings: PageSurroundings, page: ReadPage): Promise<PageFault[]> {
  const blocks = everyBlock(page.blocks).flatMap((block) =>
    block.kind === 'promo-cards' || block.kind === 'bundle-cards' ? [block] : [],
  )
  const idsOf = (kind: (typeof blocks)[number]['kind']) =>
    blocks.filter((block) => block.kind === kind).flatMap(({ fields }) => fields.ids)
  const [tutorials, bundles] = [
    await surroundings.shown(services, 'tutorial', idsOf('promo-cards')),
    await surroundings.shown(services, 'bundle', idsOf('bundle-cards')),
  ]
  return blocks.flatMap(({ id: blockId, kind, fields: { ids } }) => {
    const shown = kind === 'promo-cards' ? tutorials : bundles
    return ids.length > 0 && !ids.some((id) => shown.has(id))
      ? [{ kind: 'nothing_shown' as const, blockId, field: 'ids', value: '' }]
      : []
  })
}

/** A draft that is being written, as it would be published: nothing of it is kept. */
export async function preparePreview(
  services: Services,
  locale: OfferedLocale,
  given: unknown,
): Promise<{ content: CmsContent; faults: PageFault[] }> {
  const { page, faults } = await prepareContent(services.db, keptContent(given), locale)
  const about = { name: page.properties.title, slug: '', locale, status: 'draft' as const }
  return { content: wireContent(page, about), faults: [...faults, ...faultsOf(services, page)] }
}
