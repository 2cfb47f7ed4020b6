import type { HomeSlide } from '@lantern/contract/catalog/home.ts'
import type { Package, Tag } from '@lantern/contract/catalog/items.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'

/** The small tables that items refer to and that the home page shows. What is left out stays as it is. */
export interface ReferenceData {
  tags?: { id: string; type: Tag['type']; names: Record<string, string> }[]
  /** From old to new. */
  versions?: { id: string; disabled: boolean }[]
  packages?: PackageData[]
  rankings?: RankingData[]
  /** All slides of a language, in order. */
  slides?: Record<string, HomeSlide[]>
}

type PackageData = Omit<Package, 'name'> & { names: Record<string, string> }

export interface RankingData {
  rank: 'A' | 'B' | 'C'
  language: string
  titles: Record<string, string>
  moreUrl: string | null
  utm: { source: string; medium: string; campaign: string }
  itemIds: string[]
}

/** Writes reference data, safe to repeat, and tells every process to forget what it kept of it. */
export async function saveReferenceData(services: Pick<Services, 'db' | 'events'>, data: ReferenceData): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    await saveTags(trx, data.tags ?? [])
    await saveVersions(trx, data.versions ?? [])
    await savePackages(trx, data.packages ?? [])
    await saveRankings(trx, data.rankings ?? [])
    for (const [language, slides] of Object.entries(data.slides ?? {})) await saveSlides(trx, language, slides)
    await services.events.emit(trx, 'catalog_changed', { reason: Object.keys(data).join(' ') })
  })
}

async function saveTags(trx: Trx, tags: NonNullable<ReferenceData['tags']>): Promise<void> {
  if (tags.length === 0) return
  const rows = tags.map(({ id, type, names }, position) => ({ id, type, names: JSON.stringify(names), position }))
  await trx
    .insertInto('tags')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        type: eb.ref('excluded.type'),
        names: eb.ref('excluded.names'),
        position: eb.ref('excluded.position'),
      })),
    )
    .execute()
}

async function saveVersions(trx: Trx, versions: NonNullable<ReferenceData['versions']>): Promise<void> {
  if (versions.length === 0) return
  // positions are unique: move the old ones out of the way before the new order is written
  await trx
    .updateTable('unity_versions')
    .set((eb) => ({ position: eb('position', '-', 100_000) }))
    .execute()
  await trx
    .insertInto('unity_versions')
    .values(versions.map(({ id, disabled }, position) => ({ id, disabled, position })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        disabled: eb.ref('excluded.disabled'),
        position: eb.ref('excluded.position'),
      })),
    )
    .execute()
}

async function savePackages(trx: Trx, packages: PackageData[]): Promise<void> {
  if (packages.length === 0) return
  const rows = packages.map((item) => ({
    id: item.id,
    names: JSON.stringify(item.names),
    external_ref: item.externalRef,
    external_type: item.externalType,
    url: item.url,
    package: item.package ? JSON.stringify(item.package) : null,
    mac_url: item.macUrl,
    windows_url: item.windowsUrl,
  }))
  await trx
    .insertInto('packages')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        names: eb.ref('excluded.names'),
        external_ref: eb.ref('excluded.external_ref'),
        external_type: eb.ref('excluded.external_type'),
        url: eb.ref('excluded.url'),
        package: eb.ref('excluded.package'),
        mac_url: eb.ref('excluded.mac_url'),
        windows_url: eb.ref('excluded.windows_url'),
      })),
    )
    .execute()
}

async function saveRankings(trx: Trx, rankings: RankingData[]): Promise<void> {
  if (rankings.length === 0) return
  const rows = rankings.map((ranking) => ({
    rank: ranking.rank,
    language: ranking.language,
    titles: JSON.stringify(ranking.titles),
    more_url: ranking.moreUrl,
    utm_source: ranking.utm.source,
    utm_medium: ranking.utm.medium,
    utm_campaign: ranking.utm.campaign,
    item_ids: ranking.itemIds,
  }))
  await trx
    .insertInto('rankings')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['rank', 'language']).doUpdateSet((eb) => ({
        titles: eb.ref('excluded.titles'),
        more_url: eb.ref('excluded.more_url'),
        utm_source: eb.ref('excluded.utm_source'),
        utm_medium: eb.ref('excluded.utm_medium'),
        utm_campaign: eb.ref('excluded.utm_campaign'),
        item_ids: eb.ref('excluded.item_ids'),
      })),
    )
    .execute()
}

async function saveSlides(trx: Trx, language: string, slides: HomeSlide[]): Promise<void> {
  await trx.deleteFrom('home_slides').where('language', '=', language).execute()
  if (slides.length === 0) return
  const rows = slides.map((slide, position) => ({
    language,
    position,
    kicker: slide.kicker,
    title: slide.title,
    body: slide.text,
    image_url: slide.imageUrl,
    actions: JSON.stringify(slide.actions),
  }))
  await trx.insertInto('home_slides').values(rows).execute()
}
