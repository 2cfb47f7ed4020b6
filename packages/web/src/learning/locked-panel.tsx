import type { Item } from '@lantern/contract/catalog/items.ts'
import type { ReactNode } from 'react'
import { ItemPrice, WhyLocked } from '#catalog/index.ts'
import { useMessages } from '#kit/messages.tsx'
import { useRequireLogin } from '#kit/require-login.tsx'
import { useSession, useSite } from '#kit/session.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

const titles = {
  pay: 'learning.locked_pay_title',
  premium: 'learning.locked_premium_title',
  ended: 'catalog.sale_ended',
} as const
const texts = {
  pay: 'learning.locked_pay_text',
  premium: 'learning.locked_premium_text',
  ended: 'catalog.sale_ended_note',
} as const

/** In place of the steps when the viewer may not read them: what is missing and what to do about it. */
export function LockedPanel({ item, cart }: { item: Item; cart?: ReactNode }) {
  const t = useMessages()
  const { user } = useSession()
  const { site } = useSite()
  const requireLogin = useRequireLogin()
  if (item.waitsFor) {
    return (
      <EmptyState kind="locked" title={t('catalog.locked')}>
        <p>
          <WhyLocked waitsFor={item.waitsFor} />
        </p>
      </EmptyState>
    )
  }
  const why = !item.withPay ? 'premium' : item.saleEnded ? 'ended' : 'pay'
  return (
    <EmptyState
      kind="locked"
      title={t(titles[why])}
      actions={
        <>
          {cart}
          {item.premium && (
            <LinkButton to={site.premiumUrl} theme="premium">
              {t('commerce.premium.become')}
            </LinkButton>
          )}
          {!user && (
            <Button theme={cart ? 'secondary' : 'primary'} onClick={() => requireLogin(() => window.location.reload())}>
              {t('learning.sign_in')}
            </Button>
          )}
          <LinkButton to="/free" theme={user && !cart ? 'primary' : 'secondary'}>
            {t('learning.see_free')}
          </LinkButton>
        </>
      }
    >
      {why === 'pay' && (
        <p>
          <ItemPrice item={item} large />
        </p>
      )}
      <p>{t(texts[why])}</p>
      {!user && <p>{t('learning.locked_guest_text')}</p>}
    </EmptyState>
  )
}
