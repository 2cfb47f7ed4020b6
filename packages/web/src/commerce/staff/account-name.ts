import type { LedgerEntry } from '@lantern/contract/commerce/staff-orders.ts'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { useGatewayName } from './gateway-name.ts'

const texts: Record<string, MessageKey> = {
  sales: 'commerce.books_account.sales',
  author: 'commerce.books_account.author',
  refunds: 'commerce.books_account.refunds',
  fees: 'commerce.books_account.fees',
  bank: 'commerce.books_account.bank',
}

/** What an account of the ledger is called, with its owner's name; one that this version does not know is named as it is stored. */
export function useAccountName(): (entry: Pick<LedgerEntry, 'account'> & { owner?: string | null }) => string {
  const t = useMessages()
  const gatewayName = useGatewayName()
  return ({ account, owner }) => {
    const [kind = '', holder] = account.split(':')
    if (kind === 'cash' && holder) return t('commerce.books_account.cash', { gateway: gatewayName(holder) })
    const text = texts[kind]
    return [text ? t(text) : account, owner].filter(Boolean).join(' · ')
  }
}
