import { data } from 'react-router'
import { ApiError } from '#kit/api.ts'

/** For a page of staff: to a visitor whom the call refuses, or who asks for what does not exist, there is no such page. */
export function notFoundUnlessAllowed(error: unknown): never {
  if (error instanceof ApiError && [401, 403, 404].includes(error.status)) throw data(null, { status: 404 })
  throw error
}
