import { catalogChanged } from '@lantern/contract/catalog/events.ts'
import type { Package, Tag } from '@lantern/contract/catalog/items.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'

/** The small tables that items refer to. What is left out stays as it is. */
export interface ReferenceData {
  tags?: { id: string; type: Tag['type']; names: Record<string, string> }[]
  /** From old to new. */
  versions?: { id: string; disabled: boolean }[]
  packages?: PackageData[]
}

type PackageData = Omit<Package, 'name'> & { names: Record<string, string> }

/** Writes reference data, safe to repeat, and tells every process to forget what it kept of it. */
export async function saveReferenceData(services: Pick<Services, 'db' | 'events'>, data: ReferenceData): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    await saveTags(trx, data.tags ?? [])
    await saveVersions(trx, data.versions ?? [])
    await savePackages(trx, data.packages ?? [])
    await services.events.emit(trx, catalogChanged, { reason: Object.keys(data).join(' ') })
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
