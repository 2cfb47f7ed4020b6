import { versionedLink } from '@lantern/contract/catalog/item-links.ts'
import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import type { LinkContext, Linked } from '@lantern/contract/links.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import { useSyncExternalStore } from 'react'
import { useLocale } from '#kit/messages.tsx'

type Addressed = Linked & Pick<ItemCard, 'unityVersionRange'>

/** The link of a card: language, version, what the place adds, and the advertiser's click id of the current address. */
export function useCardAddress(): (item: Addressed, context?: LinkContext) => string {
  const locale = useLocale()
  const bdVid = useBdVid()
  return (item, context) => versionedLink(item, { locale, bdVid, ...context })
}

/** Known in the browser only: a page that is kept for all guests must not carry one visitor's click. */
export function useBdVid(): string | null {
  return useSyncExternalStore(onAddress, bdVidOfAddress, () => null)
}

function bdVidOfAddress(): string | null {
  return new URLSearchParams(window.location.search).get(wireNames.bdVid)
}

function onAddress(changed: () => void): () => void {
  window.addEventListener('popstate', changed)
  return () => window.removeEventListener('popstate', changed)
}
