import { object } from '@lantern/contract/endpoint.ts'
import { Type } from 'typebox'
import { notificationKind } from '#notifications/index.ts'

/** A receipt was made out. The mail goes to the address that was typed for it, which may be an accountant's. */
export const receiptIssued = notificationKind({
  name: 'receipt_issued',
  group: 'shop',
  icon: 'cart',
  label: 'commerce.receipt_issued',
  hint: 'commerce.receipt_issued_hint',
  channels: { site: 'now', mail: 'now', push: 'off' },
  required: ['site', 'mail'],
  isUrgent: true,
  payload: object({
    orderId: Type.String(),
    number: Type.String(),
    amountFen: Type.Integer(),
    email: Type.String(),
  }),
  mailTo: ({ email }) => email,
  write: ({ payload: { orderId, number, amountFen } }, { t, yuan }) => ({
    title: t('commerce.receipt_issued_title', { price: yuan(amountFen) }),
    body: t('commerce.receipt_issued_body', { number }),
    path: `/order/${orderId}`,
  }),
})
