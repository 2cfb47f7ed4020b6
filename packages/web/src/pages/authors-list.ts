import { data } from 'react-router'
import { ApiError } from '#kit/api.ts'

/** For whoever writes nothing there is no such page; a list that cannot be read just now leaves the page standing. */
export async function listOrNothing<T>(list: Promise<T>): Promise<T | null> {
  try {
    return await list
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401 || error.status === 403) throw data(null, { status: 404 })
    if (error.status < 500) throw error
    return null
  }
}
