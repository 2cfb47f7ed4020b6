import { type ErrorCode, errorStatus, type FieldProblem } from '@lantern/contract/errors.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'

/** A value of a message. What reads differently in each language is written when the reader's is known. */
export type RefusalValue = string | number | ((locale: OfferedLocale) => string)

export interface RefusedField extends FieldProblem {
  /** Values for the message, where it is a catalogue key. */
  values?: Record<string, RefusalValue>
}

export interface RefusalOptions {
  /** Fields that were not accepted; messages are already in the visitor's language or a catalogue key. */
  details?: RefusedField[]
  /** Values for the catalogue message `error.<code>`. */
  values?: Record<string, RefusalValue>
  /** Seconds after which it makes sense to try again, sent as Retry-After. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** An expected no. Thrown where the rule is, turned into the wire shape by the one error handler. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: RefusedField[] | undefined
  readonly values: Record<string, RefusalValue>
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(code, { cause: options.cause })
    this.code = code
    this.status = errorStatus[code]
    this.details = options.details
    this.values = options.values ?? {}
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export function refuse(code: ErrorCode, options?: RefusalOptions): Refusal {
  return new Refusal(code, options)
}

/** Said instead of waiting for a database that has not answered for a while. */
export class DatabaseHangs extends Error {
  constructor() {
    super('The database does not answer')
  }
}

// PostgreSQL is not there (yet): shutting down, starting up, too many clients, or no socket at all.
const goneStates = new Set(['57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08006'])
const goneSockets = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])

/** PostgreSQL has no room to write. */
export const diskFullState = '53100'

// A row was held by another transaction for too long, two transactions waited for each other, or one changed what the
// other had read.
const contendedStates = new Set(['55P03', '40P01', '40001'])

/** True when another try a little later may go well: the database is away or full, or a transaction was in the way. */
export function isPassing(error: unknown): boolean {
  const state = stateOf(error)
  return isDatabaseAway(error) || state === diskFullState || contendedStates.has(state)
}

// Another transaction made a row with the same unique key, two waited for each other, or one changed what the other had read.
const lostStates = new Set(['23505', '40P01', '40001'])

/** True when a transaction failed because of another one that is over now. */
export function isRaceLost(error: unknown): boolean {
  return lostStates.has(stateOf(error))
}

function stateOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** True when an error means that the database cannot be reached at the moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseHangs) return true
  const code = stateOf(error)
  return (
    goneStates.has(code) ||
    // what a pooler says when it has no connection to give
    (code === '08P01' && 'severity' in error && error.severity === 'FATAL') ||
    (goneSockets.has(code) && 'syscall' in error) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  )
}
