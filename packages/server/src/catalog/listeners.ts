import { catalogChanged, itemChanged, itemPublished, itemRemoved } from '@lantern/contract/catalog/events.ts'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import type { Services } from '#kit/services.ts'
import { forgetItemPages, forgetPagesOf } from './item-pages.ts'
import { forgetCounts } from './lists.ts'
import { forgetReference } from './reference.ts'

/** Drops, in every process, what was kept of the catalogue when it changes. */
export function listenToCatalog(services: Services): void {
  const { db, events } = services
  events.listen([itemPublished, itemChanged, itemRemoved, catalogChanged], () => {
    forgetItemPages(db)
    forgetCounts(db)
    // an item may be the first or the last in its language
    forgetReference(db)
  })
  events.listen([accountChanged], (account) => {
    if (account) forgetPagesOf(db, account.userId)
    else forgetItemPages(db)
  })
}
