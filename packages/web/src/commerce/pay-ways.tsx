import type { GatewayName } from '@lantern/contract/commerce/payments.ts'
import { useMessages } from '#kit/messages.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './pay-ways.module.css'

interface PayWaysProps {
  gateways: readonly GatewayName[]
  /** Null, and one that is switched off by now: the first. */
  chosen?: GatewayName | null
}

/** One of the ways to pay that the site has switched on; the whole box is the label. */
export function PayWays({ gateways, chosen = null }: PayWaysProps) {
  const t = useMessages()
  const first = gateways.find((gateway) => gateway === chosen) ?? gateways[0]
  return (
    <section>
      <div className="section-head">
        <h2>{t('commerce.pay_way')}</h2>
      </div>
      {gateways.length === 0 ? (
        <Notice tone="warn">{t('commerce.pay_way_none')}</Notice>
      ) : (
        <fieldset className={styles.ways}>
          <legend className="sr">{t('commerce.pay_way')}</legend>
          {gateways.map((gateway) => (
            <label key={gateway} className={styles.way}>
              <input type="radio" name="gateway" value={gateway} defaultChecked={gateway === first} />
              <span className="grow">
                <b>{t(`commerce.gateway_${gateway}`)}</b>
                <span className="muted">{t(`commerce.gateway_${gateway}_how`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </section>
  )
}
