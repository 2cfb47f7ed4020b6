import { createHash } from 'node:crypto'
import type { Services } from '#kit/services.ts'

/** What makes receipts out for the tax office. Calls are repeated with the same `receiptId` after a fault. */
export interface ReceiptProvider {
  readonly name: 'sandbox'
  /** The same `receiptId` again answers the receipt that was made out, with the amount that it has. */
  issue(receipt: ReceiptToIssue): Promise<{ number: string; amountFen: number }>
  /** Takes a receipt back by a red one, whose number it answers; again it answers the same number. */
  reverse(receipt: { receiptId: string; number: string }): Promise<{ number: string }>
}

export interface ReceiptToIssue {
  receiptId: string
  kind: 'personal' | 'company'
  title: string
  taxNumber: string | null
  /** Fen. */
  amountFen: number
}

/** Null: this site makes out no receipts. */
export function receiptProvider({ config }: Pick<Services, 'config'>): ReceiptProvider | null {
  return config.shop.receiptProvider === 'sandbox' ? sandbox : null
}

/** Plays the tax office of the demo: numbers of 20 digits that follow from the receipt's id. */
const sandbox: ReceiptProvider = {
  name: 'sandbox',
  issue: async ({ receiptId, amountFen }) => ({ number: numberFrom(receiptId), amountFen }),
  reverse: async ({ receiptId }) => ({ number: numberFrom(`${receiptId}:reversed`) }),
}

function numberFrom(text: string): string {
  const digits = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`).toString()
  return digits.slice(0, 20)
}
