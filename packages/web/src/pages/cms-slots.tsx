import { signInPath } from '@lantern/contract/redirects.ts'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import type { CmsSlots } from '#cms/index.ts'
import { later } from '#kit/later.tsx'
import { useSession } from '#kit/session.tsx'
import { HeaderSearch } from '#search/index.ts'
import { useCookieQuestion } from '#shell/index.ts'
import type { SlotData } from './cms-slot-data.ts'

const TutorialCards = later(async () => (await import('./cms-slot-parts.tsx')).TutorialCards)
const BundleCards = later(async () => (await import('./cms-slot-parts.tsx')).BundleCards)
const ListOnPage = later(async () => (await import('./cms-slot-parts.tsx')).ListOnPage)
const PathOnPage = later(async () => (await import('./cms-slot-parts.tsx')).PathOnPage)

/** The other domains' part in pages of editors. */
export function useCmsSlots({ legs, lists }: SlotData): CmsSlots {
  const { user } = useSession()
  const cookies = useCookieQuestion()
  const { pathname, search } = useLocation()
  const cartHref = user ? `/personal/cart/${user.id}` : signInPath(`${pathname}${search}`)
  return useMemo<CmsSlots>(
    () => ({
      tutorialCards: (map, ids, level) => <TutorialCards map={map} ids={ids} level={cardLevel(level)} />,
      bundleCards: (map, ids, level) => <BundleCards map={map} ids={ids} level={cardLevel(level)} />,
      catalogList: lists
        ? (kind, withFilters, level) => (
            <ListOnPage {...{ lists, kind, withFilters }} path={pathname} level={cardLevel(level)} />
          )
        : undefined,
      learningPath: legs ? (level) => <PathOnPage legs={legs} level={cardLevel(level)} /> : undefined,
      searchBox: () => <HeaderSearch />,
      cart: { href: cartHref, count: null },
      cookies,
    }),
    [legs, lists, pathname, cartHref, cookies],
  )
}

/** Cards know three levels. */
function cardLevel(level: number): 2 | 3 | 4 {
  return level <= 2 ? 2 : level === 3 ? 3 : 4
}
