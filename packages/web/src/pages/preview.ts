import { wireNames } from '@lantern/contract/wire-names.ts'
import { ApiError } from '#kit/api.ts'

/**
 * With `preview=true` makers read the draft as it would be published; for everybody else the address is the ordinary
 * page.
 */
export async function readAsAsked<Page>(
  { searchParams }: URL,
  read: (edit: true | undefined) => Promise<Page>,
): Promise<{ page: Page; preview: boolean }> {
  if (searchParams.get(wireNames.preview) !== 'true') return { page: await read(undefined), preview: false }
  try {
    return { page: await read(true), preview: true }
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) throw error
    return { page: await read(undefined), preview: false }
  }
}
