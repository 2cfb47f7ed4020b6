import type { GatewayName } from '@lantern/contract/commerce/payments.ts'
import { playSandboxPayment } from '@lantern/contract/commerce/sandbox-payments.ts'
import { parseConfig } from '#kit/config.ts'
import type { TestSite } from '#testing/site.ts'
import type { PaymentGateway, Prepaid } from '../payment-gateway.ts'
import { paymentGateways } from '../payment-gateways.ts'
import { signedCallback } from '../sandbox/sandbox-gateway.ts'
import { localAlipay } from './local-alipay.ts'
import type { CallbackFault, CallFault, LocalGateway, SentCallback } from './local-gateway.ts'
import { localStripe } from './local-stripe.ts'
import { localWechat } from './local-wechat.ts'

/** A gateway of the site with the payer who uses it. */
export interface Payer {
  gateway: PaymentGateway
  /** The payer's browser goes to where `prepay` leads it, and pays there. */
  pay(paymentId: string, prepaid: Prepaid): Promise<void>
  callback(paymentId: string, fault?: CallbackFault): Promise<SentCallback>
  /** Null where the gateway sends no callbacks of refunds. */
  refundCallback(paymentId: string, refundId: string): SentCallback | null
  /** Absent where no call leaves the process. */
  failCalls?(fault: CallFault | null): void
  /** What the gateway's accounts say was given back. */
  refundedFen(paymentId: string): Promise<number>
  close(): Promise<void>
}

/** One of the gateways against its local one; the sandbox is both. */
export async function payerOf(name: GatewayName, site: TestSite): Promise<Payer> {
  const now = () => site.clock.now()
  if (name === 'sandbox') return sandboxPayer(site)
  const local = await { wechat: localWechat, alipay: localAlipay, stripe: localStripe }[name]({ now })
  return localPayer(gatewayOf(name, site, local.settings), local)
}

/** The gateway as the site makes it of these settings. */
export function gatewayOf(name: GatewayName, site: TestSite, settings: Record<string, string>): PaymentGateway {
  const config = { ...site.services.config, payments: parseConfig(settings).payments }
  const gateway = paymentGateways({ ...site.services, config }).get(name)
  if (!gateway) throw new Error(`The settings do not switch ${name} on`)
  return gateway
}

function localPayer(gateway: PaymentGateway, local: LocalGateway): Payer {
  return {
    gateway,
    async pay(paymentId, prepaid) {
      const address = 'payUrl' in prepaid ? prepaid.payUrl : prepaid.codeUrl
      const answer = await fetch(address)
      if (!answer.ok) throw new Error(`The payer finds ${answer.status} at ${local.name}`)
      local.pay(paymentId)
    },
    callback: async (paymentId, fault) => local.callback(paymentId, fault),
    refundCallback: (paymentId, refundId) => local.refundCallback(paymentId, refundId),
    failCalls: (fault) => local.failCalls(fault),
    refundedFen: async (paymentId) =>
      local.payment(paymentId).refunds.reduce((sum, { amountFen }) => sum + amountFen, 0),
    close: () => local.close(),
  }
}

function sandboxPayer(site: TestSite): Payer {
  const { db, clock } = site.services
  return {
    gateway: gatewayOf('sandbox', site, { PAYMENT_GATEWAYS: 'sandbox' }),
    async pay(paymentId) {
      const { status } = await site
        .guest()
        .call(playSandboxPayment, { params: { paymentId }, body: { act: 'succeed' } })
      if (status !== 200) throw new Error(`The payer finds ${status} at the sandbox`)
    },
    async callback(paymentId, fault) {
      const row = await db
        .selectFrom('sandbox_payments')
        .selectAll()
        .where('payment_id', '=', paymentId)
        .executeTakeFirstOrThrow()
      const at = row.paid_at ?? clock.now()
      const sealer = { ...site.services.sealer, ...(fault === 'wrong key' && { digest: () => Buffer.alloc(32) }) }
      const signedAt = fault === 'old' ? new Date(clock.now().getTime() - 3600_000) : clock.now()
      const { headers, body } = signedCallback(
        { db, sealer, clock: { now: () => signedAt } },
        {
          kind: 'paid',
          eventId: `${paymentId}:paid`,
          paymentId: fault === 'payment' ? 'py_of_nobody' : paymentId,
          providerId: paymentId,
          amountFen: fault === 'amount' ? 1 : row.amount_fen,
          currency: fault === 'currency' ? 'USD' : row.currency,
          merchantId: fault === 'merchant' ? 'another' : 'sandbox',
          at,
        },
      )
      return { url: row.notify_url, headers, body: fault === 'one byte' ? body.replace('paid', 'paie') : body }
    },
    refundCallback: () => null,
    async refundedFen(paymentId) {
      const rows = await db.selectFrom('sandbox_refunds').selectAll().where('payment_id', '=', paymentId).execute()
      return rows.reduce((sum, { amount_fen }) => sum + amount_fen, 0)
    },
    close: async () => undefined,
  }
}
