import { itemChanged, itemPublished, itemRemoved } from '@lantern/contract/catalog/events.ts'
import { parseId } from '@lantern/contract/ids.ts'
import { liveSessionTopic } from '@lantern/contract/live/topics.ts'
import { visibleIds } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'

/** Open pages hear of a change of a session that their person may see. */
export function tellPagesOfSessions({ db, topics, stream }: Services): void {
  topics.declare(liveSessionTopic, {
    mayFollow: async (viewer, { itemId }) => (await visibleIds(db, viewer, [itemId])).has(itemId),
  })
  stream.subscribe('live.tell_pages', [itemPublished, itemChanged, itemRemoved], async (batch, trx) => {
    const changed = new Set(batch.map(({ payload }) => payload.itemId))
    const sessions = [...changed].filter((itemId) => parseId(itemId)?.type === 'liveSession')
    const each = sessions.map((itemId) => ({ itemId }))
    await topics.publishEach(trx, liveSessionTopic, each, { type: 'CHANGED' })
  })
}
