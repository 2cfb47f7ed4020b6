import { wireNames } from '@lantern/contract/wire-names.ts'
import { redirect } from 'react-router'
import { ApiError } from '#kit/api.ts'
import { pageAddress } from '#kit/page-address.ts'

/**
 * With `preview=true` makers read the draft as it would be published; for everybody else the address is the ordinary
 * page.
 */
export async function readAsAsked<Page>(
  url: URL,
  read: (edit: true | undefined) => Promise<Page>,
): Promise<{ page: Page; preview: boolean }> {
  const published = async () => ({ page: await inKnownVersion(url, read(undefined)), preview: false })
  if (url.searchParams.get(wireNames.preview) !== 'true') return published()
  try {
    return { page: await inKnownVersion(url, read(true)), preview: true }
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) throw error
    return published()
  }
}

/** Links live longer than the engine version that they name: then the page opens in the one it would open in anyway. */
async function inKnownVersion<Page>(url: URL, page: Promise<Page>): Promise<Page> {
  try {
    return await page
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'version_not_found') throw error
    const plain = new URL(url)
    plain.searchParams.delete(wireNames.version)
    throw redirect(pageAddress(plain))
  }
}
