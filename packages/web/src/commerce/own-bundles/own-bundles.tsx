import { salePhase } from '@lantern/contract/commerce/bundle-rules.ts'
import type { Bundle } from '@lantern/contract/commerce/bundles.ts'
import type { listOwnBundles } from '@lantern/contract/commerce/own-bundles.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { itemPicture } from '#catalog/index.ts'
import { BeyondLastPage } from '#kit/beyond-last-page.tsx'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PlusIcon } from '#ui/icons.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { ShopPages } from '../shop-pages.tsx'
import styles from './own-bundles.module.css'

export const ownBundlesPath = '/creator/bundles'

/** The bundles that a person sells. */
export function OwnBundles({ list }: { list: ResponseOf<typeof listOwnBundles> }) {
  const t = useMessages()
  const format = useFormat()
  const { results, page, pageSize, total, asOf } = list
  const add = (
    <LinkButton theme="primary" to={`${ownBundlesPath}/new`} icon={<PlusIcon />}>
      {t('commerce.own_bundles.new')}
    </LinkButton>
  )
  return (
    <div className="page-stack">
      <header className={styles.head}>
        <div>
          <h1>{t('commerce.own_bundles.title')}</h1>
          <p className="muted">{t('commerce.own_bundles.lead')}</p>
        </div>
        {total > 0 && add}
      </header>
      {results.length === 0 && total > 0 ? (
        <BeyondLastPage to={ownBundlesPath} />
      ) : results.length === 0 ? (
        <EmptyState title={t('commerce.own_bundles.empty_title')} actions={add}>
          <p>{t('commerce.own_bundles.empty_text')}</p>
        </EmptyState>
      ) : (
        <Panel padded={false}>
          <ul className={styles.rows}>
            {results.map(({ bundle, itemCount, needsCare }) => (
              <li key={bundle.id} className={styles.row}>
                <Thumb image={itemPicture(bundle.thumbnail.url)} size="default" className={styles.thumb} />
                <div className={styles.facts}>
                  <h2 className={styles.name}>
                    <PageLink to={`${ownBundlesPath}/${bundle.id}`} lang={bundle.language}>
                      {bundle.title}
                    </PageLink>
                  </h2>
                  <p className="meta num">
                    <span>{format.price(bundle.originBundlePrice)}</span>
                    <span>{t('commerce.bundle_count', { count: itemCount })}</span>
                  </p>
                </div>
                {needsCare && <Badge tone="warn">{t('commerce.own_bundles.needs_care')}</Badge>}
                <SaleBadge bundle={bundle} now={new Date(asOf)} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <ShopPages
        page={page}
        pageCount={Math.ceil(total / pageSize)}
        toOf={(at) => (at > 1 ? `${ownBundlesPath}?page=${at - 1}` : ownBundlesPath)}
      />
    </div>
  )
}

function SaleBadge({ bundle, now }: { bundle: Bundle; now: Date }) {
  const t = useMessages()
  const format = useFormat()
  if (bundle.status !== 'published') return <Badge>{t('commerce.unpublished')}</Badge>
  const phase = salePhase(bundle, now)
  if (phase === 'over') return <Badge>{t('commerce.bundle_over')}</Badge>
  if (phase === 'coming')
    return <Badge tone="accent">{t('commerce.bundle_from', { time: format.dateTime(bundle.soldFrom ?? '') })}</Badge>
  if (!bundle.isWhole) return <Badge>{t('commerce.bundle_paused')}</Badge>
  return <Badge tone="good">{t('commerce.own_bundles.on_sale')}</Badge>
}
