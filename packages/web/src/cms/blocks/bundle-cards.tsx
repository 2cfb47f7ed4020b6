import type { getBundleMap } from '@lantern/contract/commerce/bundles.ts'
import { call } from '#kit/call.ts'
import { type BlockProps, deeper, useHeadingLevel, usePageContext } from '../page-context.ts'
import type { BundleMap } from '../slots.ts'
import { CardShelf } from './card-shelf.tsx'
import { useCardPages } from './use-card-pages.ts'

/** Bundles that an editor picked, in that order. Those that are not sold are left out. */
export function BundleCardsBlock({ block }: BlockProps<'bundle-cards'>) {
  // other ids are asked for anew
  return <BundleCards key={block.fields.ids.join(' ')} block={block} />
}

function BundleCards({ block: { id, fields } }: BlockProps<'bundle-cards'>) {
  const level = useHeadingLevel(id)
  const { data, slots } = usePageContext()
  const { name, url, ids } = fields
  const { loaded, status, hasMore, more } = useCardPages<BundleMap>({
    ids,
    first: data.bundles?.[id],
    load: (page) =>
      call<typeof getBundleMap>('GET /api/learn/cn/bundleMap', { query: { ids: JSON.stringify(ids), ...page } }),
    merge: (before, next) => ({ ...next, bundleMap: { ...before.bundleMap, ...next.bundleMap } }),
  })
  const shown = ids.filter((one) => loaded?.bundleMap[one])
  return (
    <CardShelf id={id} level={level} name={name} url={url} status={status} hasMore={hasMore} onMore={more}>
      {loaded && shown.length > 0 && slots.bundleCards?.(loaded, shown, deeper(level))}
    </CardShelf>
  )
}
