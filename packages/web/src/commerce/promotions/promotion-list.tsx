import type { listPromotions } from '@lantern/contract/commerce/promotions.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { Form, useNavigation } from 'react-router'
import { BeyondLastPage } from '#kit/beyond-last-page.tsx'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { ShopPages } from '../shop-pages.tsx'
import { StaffLayout, staffPath } from '../staff/staff-layout.tsx'
import { localTime } from '../typed-values.ts'
import type { PromotionFormAnswer } from './promotion-act.ts'
import { PromotionFields, usePromotionForm } from './promotion-fields.tsx'
import { PromotionState, usePromotionTexts } from './promotion-texts.tsx'
import styles from './promotions.module.css'

export const promotionsPath = staffPath('promotions')

interface PromotionListProps {
  list: ResponseOf<typeof listPromotions>
  /** Id of the promotion that the form makes. */
  newId: string
  answer: PromotionFormAnswer | undefined
}

/** All promotions, and the form for another one. */
export function PromotionList({ list, newId, answer }: PromotionListProps) {
  const t = useMessages()
  const texts = usePromotionTexts()
  const { results, page, pageSize, total, asOf } = list
  return (
    <StaffLayout current="promotions" answer={answer}>
      <NewPromotion newId={newId} asOf={asOf} answer={answer} />
      {results.length === 0 && total > 0 ? (
        <BeyondLastPage to={promotionsPath} />
      ) : results.length === 0 ? (
        <EmptyState title={t('commerce.promo.empty_title')}>
          <p>{t('commerce.promo.empty_text')}</p>
        </EmptyState>
      ) : (
        <Panel padded={false}>
          <ul className={styles.rows}>
            {results.map((promotion) => (
              <li key={promotion.id} className={styles.row}>
                <div className={styles.facts}>
                  <h2 className={styles.name}>
                    <PageLink to={`${promotionsPath}/${promotion.id}`}>{promotion.title}</PageLink>
                  </h2>
                  <p className="meta num">
                    <span>{texts.off(promotion)}</span>
                    <span>{texts.dates(promotion)}</span>
                  </p>
                </div>
                <p className={styles.end}>
                  <PromotionState promotion={promotion} asOf={asOf} />
                  <span className="muted small num">{texts.uses(promotion)}</span>
                  <span className="muted small num">
                    {t('commerce.promo.coupon_count', { count: promotion.couponCount })}
                  </span>
                </p>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <ShopPages
        page={page}
        pageCount={Math.ceil(total / pageSize)}
        toOf={(at) => (at > 1 ? `${promotionsPath}?page=${at - 1}` : promotionsPath)}
      />
    </StaffLayout>
  )
}

function NewPromotion({
  newId,
  asOf,
  answer,
}: {
  newId: string
  asOf: string
  answer: PromotionFormAnswer | undefined
}) {
  const t = useMessages()
  const format = useFormat()
  const { formData } = useNavigation()
  const failed = answer && !answer.done ? answer : undefined
  const form = usePromotionForm({
    values: failed?.values ?? { startDate: localTime(asOf, format) },
    problems: failed?.problems,
  })
  const isBusy = formData?.get('act') === 'create'
  return (
    <Disclosure summary={t('commerce.promo.new')} open={failed !== undefined}>
      <Form
        method="post"
        action={promotionsPath}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          if (isBusy || !form.touchAll()) event.preventDefault()
        }}
      >
        {failed?.problem && (
          <Notice tone="bad" live>
            {failed.problem}
          </Notice>
        )}
        <input type="hidden" name="act" value="create" />
        <input type="hidden" name="id" value={failed?.promotionId || newId} />
        <PromotionFields form={form} />
        <Button type="submit" theme="primary" className={styles.save} busy={isBusy}>
          {t('commerce.promo.make')}
        </Button>
      </Form>
    </Disclosure>
  )
}
