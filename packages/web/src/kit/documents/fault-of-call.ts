import { failureText } from '../failure.ts'
import type { Translate } from '../messages.tsx'
import { ApiError } from '../request.ts'
import type { SaveFault } from './draft-sync-state.ts'

/** The one way in which failed saves and publishings of every editor are understood. */
export function faultOfCall(error: unknown, t: Translate): SaveFault {
  if (!(error instanceof ApiError)) return { kind: 'away' }
  if (error.code === 'draft_conflict') return { kind: 'conflict' }
  if (error.status === 401) return { kind: 'signed_out' }
  if (error.status === 403 || error.status === 404) return { kind: 'lost' }
  // busy or away, as it may be again in a moment; without a word it was not the server that answered
  if (error.status === 429 || error.status >= 500) return { kind: 'away', busy: error.message !== '' }
  return { kind: 'refused', problem: failureText(error, t), details: error.details }
}
