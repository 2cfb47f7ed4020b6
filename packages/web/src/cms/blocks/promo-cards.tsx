import type { getTutorialMap } from '@lantern/contract/catalog/lists.ts'
import { call } from '#kit/call.ts'
import { type BlockProps, deeper, useHeadingLevel, usePageContext } from '../page-context.ts'
import type { TutorialMap } from '../slots.ts'
import { CardShelf } from './card-shelf.tsx'
import { useCardPages } from './use-card-pages.ts'

/** Tutorials that an editor picked, in that order. Those that visitors do not see are left out. */
export function PromoCardsBlock({ block }: BlockProps<'promo-cards'>) {
  // other ids are asked for anew
  return <PromoCards key={block.fields.ids.join(' ')} block={block} />
}

function PromoCards({ block: { id, fields } }: BlockProps<'promo-cards'>) {
  const level = useHeadingLevel(id)
  const { data, slots } = usePageContext()
  const { name, url, ids } = fields
  const { loaded, status, hasMore, more } = useCardPages<TutorialMap>({
    ids,
    first: data.tutorials?.[id],
    load: (page) =>
      call<typeof getTutorialMap>('GET /api/learn/cn/tutorialMap', { query: { ids: JSON.stringify(ids), ...page } }),
    merge: (before, next) => ({
      ...next,
      tutorialMap: { ...before.tutorialMap, ...next.tutorialMap },
      tutorialStats: { ...before.tutorialStats, ...next.tutorialStats },
      learner: {
        collectMap: { ...before.learner.collectMap, ...next.learner.collectMap },
        boughtMap: { ...before.learner.boughtMap, ...next.learner.boughtMap },
        recordMap: { ...before.learner.recordMap, ...next.learner.recordMap },
      },
    }),
  })
  const shown = ids.filter((one) => loaded?.tutorialMap[one])
  return (
    <CardShelf id={id} level={level} name={name} url={url} status={status} hasMore={hasMore} onMore={more}>
      {loaded && shown.length > 0 && slots.tutorialCards?.(loaded, shown, deeper(level))}
    </CardShelf>
  )
}
