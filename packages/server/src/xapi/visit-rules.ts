import { refuse } from '#kit/errors.ts'
import type { Trx } from '#kit/sql.ts'
import type { DocumentKind } from './documents.ts'
import type { Method, XapiRequest } from './requests.ts'
import { identifierOf } from './statement-parts.ts'
import type { Agent, Statement } from './statement-types.ts'

/** A document that a request reads or writes. */
export interface DocumentUse {
  kind: DocumentKind
  method: Method
  activityId?: string | undefined
  agent?: Agent | undefined
  registration?: string | undefined
  documentId: string | undefined
  body: Buffer
  contentType: string
}

/** What may be done with the key of a visit; who gives such keys writes them. Each throws what it does not allow. */
export interface VisitRules {
  /** Statements of this registration alone are read. */
  registration: string
  requireDocument(use: DocumentUse): Promise<void>
  /** In the transaction that stores them. */
  onWritten(trx: Trx, statements: readonly Statement[]): Promise<void>
}

export function requireOwnRegistration(visit: VisitRules | undefined, { query }: XapiRequest): void {
  if (visit && query.registration?.toLowerCase() !== visit.registration) throw refuse('forbidden')
}

export function isSameAgent(one: Agent, other: Agent): boolean {
  const identifier = identifierOf(one)
  return identifier !== null && identifier === identifierOf(other)
}
