import { catalogChanged, itemChanged, itemPublished, itemRemoved } from '@lantern/contract/catalog/events.ts'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import type { Services } from '#kit/services.ts'
import { forgetItemPages } from './item-pages.ts'
import { forgetCounts } from './lists.ts'
import { forgetReference } from './reference.ts'

/** Drops cached parts of the catalogue in every process when it changes. */
export function listenToCatalog(services: Services): void {
  const { db, events } = services
  events.listen([itemPublished], (item) => forget(item, item?.near && [item.itemId, ...item.near]))
  // what shows it names it
  events.listen([itemChanged, itemRemoved], (item) => forget(item, item && [item.itemId]))
  events.listen([catalogChanged], () => forget(null, null))
  events.listen([accountChanged], (account) => forgetItemPages(db, account && [account.userId]))

  /** `shown` are the ids of what pages show that is another now. What is not known may be anything. */
  function forget(item: { lists?: string[] } | null, shown: readonly string[] | null | undefined): void {
    forgetItemPages(db, shown ?? null)
    forgetCounts(db, item?.lists ?? null)
    // languages are ordered by how much there is in them
    forgetReference(db)
  }
}
