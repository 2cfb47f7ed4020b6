import { type ComponentType, useMemo, useState } from 'react'
import type { CmsSlots } from '#cms/index.ts'
import { useOwnCart } from '#commerce/index.ts'
import { later } from '#kit/later.tsx'
import { Personal } from '#kit/visit.tsx'
import { HeaderSearch } from '#search/index.ts'
import { useCookieQuestion } from '#shell/index.ts'
import type { SlotData } from './cms-slot-data.ts'

type Parts = typeof import('./cms-slot-parts.tsx')
/** Components with the same properties, which may come later. */
type SlotParts = { [Name in keyof Parts]: ComponentType<Parameters<Parts[Name]>[0]> }

const load = () => import('./cms-slot-parts.tsx')

const laterParts: SlotParts = {
  TutorialCards: later(async () => (await load()).TutorialCards),
  BundleCards: later(async () => (await load()).BundleCards),
  ListOnPage: later(async () => (await load()).ListOnPage),
  PathOnPage: later(async () => (await load()).PathOnPage),
  FiltersOnPage: later(async () => (await load()).FiltersOnPage),
}

let loadedParts: SlotParts | undefined

/** Before a page is shown that the browser made and not the server: there is nothing to be looked at meanwhile. */
export async function loadSlotParts(): Promise<void> {
  loadedParts = await load()
}

/** The other domains' part in pages of editors. */
export function useCmsSlots({ legs, paths, lists, filters }: SlotData): CmsSlots {
  const cookies = useCookieQuestion()
  // the same as long as the page is shown
  const [parts] = useState(() => loadedParts ?? laterParts)
  return useMemo<CmsSlots>(
    () => ({
      tutorialCards: (map, ids, level) => <parts.TutorialCards map={map} ids={ids} level={cardLevel(level)} />,
      bundleCards: (map, ids, level) => <parts.BundleCards map={map} ids={ids} level={cardLevel(level)} />,
      catalogList: lists
        ? (block, level) => <parts.ListOnPage lists={lists} block={block} level={cardLevel(level)} />
        : undefined,
      learningPath: legs
        ? (level) => <parts.PathOnPage legs={legs} paths={paths} level={cardLevel(level)} />
        : undefined,
      filterBar: filters ? (bar) => <parts.FiltersOnPage bar={bar} data={filters} /> : undefined,
      searchBox: () => <HeaderSearch />,
      cart: (draw) => (
        <Personal>
          <OwnCart draw={draw} />
        </Personal>
      ),
      cookies,
    }),
    [parts, legs, paths, lists, filters, cookies],
  )
}

function OwnCart({ draw }: { draw: Parameters<NonNullable<CmsSlots['cart']>>[0] }) {
  return draw(useOwnCart())
}

/** Cards know three levels. */
function cardLevel(level: number): 2 | 3 | 4 {
  return level <= 2 ? 2 : level === 3 ? 3 : 4
}
