import type { listOwnBundles } from '@lantern/contract/commerce/own-bundles.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { itemPicture } from '#catalog/index.ts'
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
  const { results, page, pageSize, total } = list
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
      {results.length === 0 ? (
        <EmptyState title={t('commerce.own_bundles.empty_title')} actions={add}>
          <p>{t('commerce.own_bundles.empty_text')}</p>
        </EmptyState>
      ) : (
        <Panel padded={false}>
          <ul className={styles.rows}>
            {results.map(({ bundle, items }) => (
              <li key={bundle.id} className={styles.row}>
                <Thumb image={itemPicture(bundle.thumbnail.url)} size="default" className={styles.thumb} />
                <div className={styles.facts}>
                  <h2 className={styles.name}>
                    <PageLink to={`${ownBundlesPath}/${bundle.id}`}>{bundle.title}</PageLink>
                  </h2>
                  <p className="meta num">
                    <span>{format.price(bundle.originBundlePrice)}</span>
                    <span>{t('commerce.bundle_count', { count: items.length })}</span>
                  </p>
                </div>
                <Badge tone={bundle.status === 'published' ? 'good' : 'plain'}>
                  {t(bundle.status === 'published' ? 'commerce.own_bundles.on_sale' : 'commerce.unpublished')}
                </Badge>
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
