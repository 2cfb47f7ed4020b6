import type { playSandboxPayment } from '@lantern/contract/commerce/sandbox-payments.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'

export type SandboxAct = BodyOf<typeof playSandboxPayment>['act']

/** What a payer can do at the gateway that the demo plays. */
export const sandboxActs: readonly SandboxAct[] = ['succeed', 'delay', 'fail', 'close']
