import { isCampusPath, pathIn } from '@lantern/contract/campus-variant.ts'
import type { Item } from '@lantern/contract/catalog/items.ts'
import { redirect } from 'react-router'
import { askedAddress } from '#kit/page-address.ts'

/**
 * An item has one address, under /campus/ where it belongs to the campus. Its address without /campus leads there; under
 * /campus/ nothing else is found.
 */
export function atItsAddress(url: URL, { learnOptionType }: Pick<Item, 'learnOptionType'>): void {
  const isOfCampus = learnOptionType === 'campus'
  if (isCampusPath(url.pathname) === isOfCampus) return
  if (!isOfCampus) throw new Response(null, { status: 404 })
  throw redirect(pathIn(askedAddress(url), true))
}
