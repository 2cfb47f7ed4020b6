import { type ListOrder, skillLevelsOf } from '@lantern/contract/catalog/item-types.ts'
import type { Tag } from '@lantern/contract/catalog/items.ts'
import { type ListParameter, listParameter } from '@lantern/contract/catalog/list-parameters.ts'
import { contentLanguages } from '@lantern/contract/roles.ts'
import { Form, useNavigation, useSubmit } from 'react-router'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { useSite } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { PlainLink } from '#ui/link.tsx'
import { SegmentedLinks } from '#ui/segmented-control.tsx'
import { Select } from '#ui/text-field.tsx'
import { useItemWords } from './item-words.ts'
import {
  type ListChoice,
  type ListKind,
  type ListPlace,
  listAddress,
  listPlace,
  plainAddress,
  readChoice,
} from './list-criteria.ts'
import styles from './list-filters.module.css'

const orderKeys = {
  none: 'catalog.order_none',
  starts: 'catalog.order_starts',
  recency: 'catalog.order_recency',
  titleasc: 'catalog.order_titleasc',
  titledes: 'catalog.order_titledes',
  priceasc: 'catalog.order_priceasc',
  pricedes: 'catalog.order_pricedes',
} as const satisfies Record<ListOrder, MessageKey>

/** `none` is the order without a choice; price orders make sense where things cost something. */
function ordersOf(kind: ListKind): ListOrder[] {
  const all: ListOrder[] = ['starts', 'recency', 'titleasc', 'titledes']
  return kind === 'free' ? all : [...all, 'priceasc', 'pricedes']
}

type ListFiltersProps = { kind: ListKind; place: ListPlace; choice: ListChoice; topics: readonly Tag[] }

/** The latest choice, also while its list is on its way: the next choice is added to it. */
function useWanted(shown: Pick<ListFiltersProps, 'place' | 'choice'>): typeof shown {
  const { location } = useNavigation()
  const { path, nth } = shown.place
  if (location?.pathname !== path) return shown
  const search = new URLSearchParams(location.search)
  return { place: listPlace(path, search, nth), choice: readChoice(search, nth) }
}

/** Level, topic, language and order of a list page. A form that works without script; with it, each choice acts at once. */
export function ListFilters({ kind, topics, ...shown }: ListFiltersProps) {
  const t = useMessages()
  const words = useItemWords()
  const submit = useSubmit()
  const { features } = useSite()
  // what is said is of the list that is there, what can be pressed adds to the choice that is on its way
  const { place, choice } = useWanted(shown)
  const apply = (form: HTMLFormElement) =>
    submit(withoutEmpty(form), { action: place.path, preventScrollReset: true, replace: true })
  const nameOf = (name: ListParameter) => listParameter(name, place.nth)
  const isFiltered = Boolean(choice.sl || choice.tag || choice.lang || choice.ob)
  const levels = [null, ...skillLevelsOf(features.edition)].map((level) => ({
    to: listAddress(place, choice, { sl: level }),
    label: level ? words.level(level) : t('catalog.all_levels'),
    current: shown.choice.sl === level,
  }))
  return (
    <div className={styles.filters}>
      <SegmentedLinks label={t('catalog.level')} links={levels} />
      <Form method="get" action={place.path} className={styles.form} onChange={(event) => apply(event.currentTarget)}>
        {place.beside.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {choice.sl && <input type="hidden" name={nameOf('sl')} value={choice.sl} />}
        <Filter
          name={nameOf('tag')}
          label={t('catalog.topic')}
          value={choice.tag}
          options={[['', t('catalog.all_topics')], ...topics.map(({ id, name }): [string, string] => [id, name])]}
        />
        <Filter
          name={nameOf('lang')}
          label={t('catalog.language')}
          value={choice.lang}
          options={[
            ['', t('catalog.my_language')],
            ['all', t('catalog.all_languages')],
            ...contentLanguages.map((language): [string, string] => [language, words.language(language)]),
          ]}
        />
        <Filter
          name={nameOf('ob')}
          label={t('catalog.order')}
          value={choice.ob}
          options={[
            ['', t('catalog.order_none')],
            ...ordersOf(kind).map((order): [string, string] => [order, t(orderKeys[order])]),
          ]}
        />
        <noscript>
          <Button type="submit">{t('catalog.apply')}</Button>
        </noscript>
        {isFiltered && <PlainLink to={plainAddress(place)}>{t('catalog.clear_filters')}</PlainLink>}
      </Form>
    </div>
  )
}

type FilterProps = { name: string; label: string; value: string | null; options: [string, string][] }

function Filter({ name, label, value, options }: FilterProps) {
  return (
    <Select
      className={styles.field}
      label={label}
      labelHidden
      name={name}
      defaultValue={value ?? ''}
      set={Boolean(value)}
    >
      {options.map(([id, text]) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </Select>
  )
}

/** An empty choice is no parameter, so that one list has one address. */
function withoutEmpty(form: HTMLFormElement): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value) search.set(name, value)
  return search
}
