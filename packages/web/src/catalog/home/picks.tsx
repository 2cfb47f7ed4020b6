import { type HomeTab, homeTabCriteria, homeTabs } from '@lantern/contract/catalog/item-types.ts'
import type { ItemCard as Item } from '@lantern/contract/catalog/items.ts'
import type { CardLearner, ItemList } from '@lantern/contract/catalog/lists.ts'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '#kit/later.tsx'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { useRequireLogin } from '#kit/require-login.tsx'
import { useSessionInActs } from '#kit/session.tsx'
import { Personal } from '#kit/visit.tsx'
import { Button } from '#ui/button.tsx'
import { CardItem } from '#ui/card.tsx'
import { CardRow } from '#ui/card-row.tsx'
import { ChevronRightIcon, TagIcon } from '#ui/icons.tsx'
import { PlainLink } from '#ui/link.tsx'
import { SegmentedLinks } from '#ui/segmented-control.tsx'
import { ItemCard } from '../item-card.tsx'
import styles from './picks.module.css'

const InterestsDialog = lazyPart(() => import('../interests-dialog.tsx'))

const tabKeys = {
  newToUnity: 'catalog.home_new',
  familiarWithUnity: 'catalog.home_familiar',
  powerUser: 'catalog.home_power',
} as const satisfies Record<HomeTab, MessageKey>

export function readHomeTab(search: URLSearchParams): HomeTab {
  return homeTabs.find((tab) => tab === search.get('tab')) ?? 'newToUnity'
}

/** Where 'see all' of a home tab leads. */
export function homeTabAddress(tab: HomeTab): string {
  const { ob, sl } = homeTabCriteria[tab]
  return `/search?ob=${ob}&sl=${sl}`
}

type PicksProps = { tab: HomeTab; list: ItemList; collect(item: Item, collected: boolean): ReactNode }

/** A shelf of cards for how well the visitor knows the engine. */
export function Picks({ tab, list, collect }: PicksProps) {
  const t = useMessages()
  const requireLogin = useRequireLogin()
  const visitor = useSessionInActs()
  const [choosing, setChoosing] = useState(false)
  return (
    <section className="section" aria-labelledby="picks-title">
      <div className="section-head">
        <h2 id="picks-title">{t('catalog.picks')}</h2>
        <PlainLink to={homeTabAddress(tab)}>
          {t('catalog.see_all')}
          <ChevronRightIcon className="icon-s" />
        </PlainLink>
      </div>
      <div className={styles.choices}>
        <SegmentedLinks
          label={t('catalog.home_tabs')}
          links={homeTabs.map((one) => ({ to: `/?tab=${one}`, label: t(tabKeys[one]), current: one === tab }))}
        />
        <Button
          theme="quiet"
          icon={<TagIcon className="icon-s" />}
          onClick={() => requireLogin(() => setChoosing(true))}
        >
          {t('catalog.interests')}
        </Button>
      </div>
      <CardRow previousLabel={t('catalog.row_previous')} nextLabel={t('catalog.row_next')}>
        {list.results.flatMap(({ id }) => {
          const item = list.itemMap[id]
          if (!item) return []
          return [
            <Personal
              key={id}
              isOwn={visitor.premium || item.ownerId === visitor.user?.id || hasMarks(list.learner, id)}
            >
              {/* what is done is found in one's own learning */}
              {!list.learner.recordMap[id]?.completed && (
                <CardItem>
                  <ItemCard
                    item={item}
                    stats={list.statsMap[id]}
                    record={list.learner.recordMap[id]}
                    bought={list.learner.boughtMap[id]}
                    collect={collect(item, list.learner.collectMap[id] ?? false)}
                    link={{ utm: homeUtm }}
                  />
                </CardItem>
              )}
            </Personal>,
          ]
        })}
      </CardRow>
      {choosing && (
        <Suspense>
          <InterestsDialog onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </section>
  )
}

function hasMarks({ recordMap, boughtMap, collectMap }: CardLearner, id: string): boolean {
  return id in recordMap || id in boughtMap || id in collectMap
}

/** Says in every card link of the home page where it was followed. */
const homeUtm = { source: 'lantern', medium: 'home' }
