import { data } from 'react-router'
import { ApiError } from '#kit/api.ts'

/** 404 for people who are no authors; a failed list leaves the page standing. */
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
