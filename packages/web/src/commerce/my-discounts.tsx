import type { DiscountList } from '@lantern/contract/commerce/discounts.ts'
import { ItemCard, ItemPrice } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { CardGrid, CardItem } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import type { DiscountFormAnswer } from './discount-act.ts'
import styles from './my-discounts.module.css'
import { OwnDiscountRow } from './own-discount-row.tsx'
import { ShopPages } from './shop-pages.tsx'
import { useComeBack } from './use-come-back.ts'

interface MyDiscountsProps {
  list: DiscountList
  /** The path of this page. */
  path: string
  answer: DiscountFormAnswer | undefined
}

/** What is reduced for a person now, and, for sellers, the discounts on their own items. */
export function MyDiscounts({ list, path, answer }: MyDiscountsProps) {
  const t = useMessages()
  useComeBack(answer, () => null)
  return (
    <main id="main" className="wrap">
      <div className={`page-stack ${styles.page}`}>
        <div>
          <h1>{t('commerce.discounts_title')}</h1>
          <p className="muted">{t('commerce.discounts_lead')}</p>
        </div>
        <Offered list={list} />
        {list.total > 0 && <Own list={list} path={path} answer={answer} />}
      </div>
    </main>
  )
}

function Offered({ list: { offered, itemMap, statsMap } }: { list: DiscountList }) {
  const t = useMessages()
  const format = useFormat()
  const items = offered.flatMap((id) => itemMap[id] ?? [])
  return (
    <section aria-labelledby="discounts-offered">
      <div className="section-head">
        <h2 id="discounts-offered">{t('commerce.offered')}</h2>
      </div>
      {items.length === 0 ? (
        <EmptyState
          level={3}
          title={t('commerce.offered_empty_title')}
          actions={<LinkButton to="/discount">{t('commerce.offered_browse')}</LinkButton>}
        >
          <p>{t('commerce.offered_empty_text')}</p>
        </EmptyState>
      ) : (
        <CardGrid>
          {items.map((item, index) => (
            <CardItem key={item.id}>
              <ItemCard
                item={item}
                stats={statsMap[item.id]}
                early={index < 4}
                foot={
                  <>
                    <ItemPrice item={item} />
                    {item.discount && (
                      <span className="muted small num">
                        {t('catalog.discount_until', { time: format.dateTime(item.discount.endDate) })}
                      </span>
                    )}
                  </>
                }
              />
            </CardItem>
          ))}
        </CardGrid>
      )}
    </section>
  )
}

function Own({ list, path, answer }: MyDiscountsProps) {
  const t = useMessages()
  const { own, itemMap, page, pageSize, total, asOf } = list
  const toOf = (at: number) => (at > 1 ? `${path}?page=${at - 1}` : path)
  return (
    <section className={styles.own} aria-labelledby="discounts-own">
      <div>
        <h2 id="discounts-own">{t('commerce.own')}</h2>
        <p className="muted small">{t('commerce.own_lead')}</p>
      </div>
      <Panel padded={false}>
        <ul className={styles.rows}>
          {own
            .flatMap((id) => itemMap[id] ?? [])
            .map((item) => (
              <OwnDiscountRow
                key={item.id}
                item={item}
                asOf={asOf}
                action={toOf(page + 1)}
                answer={answer?.itemId === item.id ? answer : undefined}
              />
            ))}
        </ul>
      </Panel>
      <ShopPages page={page} pageCount={Math.ceil(total / pageSize)} toOf={toOf} />
    </section>
  )
}
