import type { ItemCard as Item, Tag } from '@lantern/contract/catalog/items.ts'
import type { ItemList, listCatalog } from '@lantern/contract/catalog/lists.ts'
import { type ReactNode, useMemo, useRef } from 'react'
import { call } from '#kit/call.ts'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { CardGrid, CardItem, CardSkeleton } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ItemCard } from './item-card.tsx'
import {
  type ListChoice,
  type ListKind,
  type ListPlace,
  listAddress,
  listQuery,
  plainAddress,
} from './list-criteria.ts'
import { ListFilters } from './list-filters.tsx'
import styles from './list-page.module.css'
import { LoadMoreEnd } from './load-more-end.tsx'
import { type LoadedPage, useLoadMore } from './use-load-more.ts'

/** Types with a list page of their own name; the others are on managed pages. */
export type ListPageKind = 'tutorials' | 'projects' | 'courses'

const words = {
  tutorials: ['catalog.tutorials', 'catalog.tutorials_lead'],
  projects: ['catalog.projects', 'catalog.projects_lead'],
  courses: ['catalog.courses', 'catalog.courses_lead'],
} as const satisfies Record<ListPageKind, readonly [MessageKey, MessageKey]>

export function isListPageKind(text: string): text is ListPageKind {
  return Object.hasOwn(words, text)
}

export function listTitleKey(kind: ListPageKind): MessageKey {
  return words[kind][0]
}

export function listLeadKey(kind: ListPageKind): MessageKey {
  return words[kind][1]
}

type CatalogListProps = {
  kind: ListKind
  place: ListPlace
  choice: ListChoice
  list: ItemList
  topics: readonly Tag[]
  /** The button that collects an item. */
  collect(item: Item, collected: boolean): ReactNode
  /** Without them it shows the list as it is. */
  withFilters?: boolean
  /** Heading level of the cards' titles. */
  level?: 2 | 3 | 4
  /** Its first cards are seen without scrolling. */
  isAtTop?: boolean
}

/** `path`: that of the page, which is all about the list. */
type ListPageProps = { kind: ListPageKind; path: string }

/** A list page: what it is, filters, cards, and more of them. */
export function ListPage({ path, ...props }: Omit<CatalogListProps, 'kind' | 'place' | 'isAtTop'> & ListPageProps) {
  const t = useMessages()
  const [titleKey, leadKey] = words[props.kind]
  return (
    <>
      <header className={styles.head}>
        <h1>{t(titleKey)}</h1>
        <p className={styles.lead}>{t(leadKey)}</p>
      </header>
      <CatalogList {...props} place={{ path, nth: 0, beside: [] }} isAtTop />
    </>
  )
}

type CardsProps = Omit<CatalogListProps, 'topics' | 'withFilters'>

/** One of the catalogue's lists, on its own page or on another. */
export function CatalogList({ topics, withFilters = true, ...props }: CatalogListProps) {
  const { kind, place, choice, list } = props
  return (
    <>
      {withFilters && <ListFilters kind={kind} place={place} choice={choice} topics={topics} />}
      {list.total === 0 ? (
        <EmptyList place={place} choice={choice} />
      ) : (
        <Cards key={listAddress(place, choice, { page: choice.page })} {...props} />
      )}
    </>
  )
}

function Cards({ kind, place, choice, list, collect, level = 2, isAtTop }: CardsProps) {
  const t = useMessages()
  const answers = useRef<ItemList>(list)
  const first = useMemo(() => pageOf(list), [list])
  const loaded = useLoadMore<Item>(
    first,
    async (page) => {
      const next = await call<typeof listCatalog>('GET /api/learn/catalog/list', {
        query: listQuery(kind, { ...choice, page }),
      })
      answers.current = merged(answers.current, next)
      return pageOf(next)
    },
    ({ id }) => id,
  )
  const { statsMap, learner } = answers.current
  const shown = choice.page * list.pageSize + loaded.items.length
  return (
    <>
      {choice.page > 0 && (
        <p className={styles.earlier}>
          <LinkButton to={listAddress(place, choice, { page: choice.page - 1 })} size="s">
            {t('catalog.earlier')}
          </LinkButton>
        </p>
      )}
      <CardGrid>
        {loaded.items.map((item, index) => (
          <CardItem key={item.id}>
            <ItemCard
              item={item}
              stats={statsMap[item.id]}
              record={learner.recordMap[item.id]}
              bought={learner.boughtMap[item.id]}
              collect={collect(item, learner.collectMap[item.id] ?? false)}
              early={isAtTop && index < 4}
              level={level}
            />
          </CardItem>
        ))}
        {loaded.status === 'inProgress' &&
          skeletons.map((key) => (
            <CardItem key={key}>
              <CardSkeleton />
            </CardItem>
          ))}
      </CardGrid>
      <LoadMoreEnd
        {...loaded}
        shown={shown}
        pageSize={list.pageSize}
        nextAddress={listAddress(place, choice, { page: choice.page + 1 })}
      />
    </>
  )
}

const skeletons = ['first', 'second', 'third', 'fourth']

function EmptyList({ place, choice }: { place: ListPlace; choice: ListChoice }) {
  const t = useMessages()
  const isFiltered = Boolean(choice.sl || choice.tag || choice.lang || choice.page)
  return (
    <EmptyState
      title={isFiltered ? t('catalog.empty_filtered') : t('catalog.empty_list')}
      actions={
        <LinkButton theme="primary" to={isFiltered ? plainAddress(place) : listAddress(place, choice, { lang: 'all' })}>
          {isFiltered ? t('catalog.clear_filters') : t('catalog.all_languages')}
        </LinkButton>
      }
    >
      {isFiltered ? t('catalog.empty_filtered_hint') : t('catalog.empty_list_hint')}
    </EmptyState>
  )
}

function pageOf(list: ItemList): LoadedPage<Item> {
  const items = list.results.flatMap(({ id }) => list.itemMap[id] ?? [])
  return { items, page: list.page, pageSize: list.pageSize, total: list.total }
}

function merged(before: ItemList, next: ItemList): ItemList {
  const { learner } = next
  return {
    ...next,
    statsMap: { ...before.statsMap, ...next.statsMap },
    learner: {
      collectMap: { ...before.learner.collectMap, ...learner.collectMap },
      boughtMap: { ...before.learner.boughtMap, ...learner.boughtMap },
      recordMap: { ...before.learner.recordMap, ...learner.recordMap },
    },
  }
}
