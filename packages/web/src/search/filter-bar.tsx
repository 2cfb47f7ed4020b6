import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import type { Criteria, CriteriaKey } from '@lantern/contract/search/criteria.ts'
import { criteriaKeys, emptyCriteria } from '@lantern/contract/search/criteria.ts'
import { type FilterBarSet, type FilterBarVariant, filtersOf } from '@lantern/contract/search/filter-bars.ts'
import { queryWords } from '@lantern/contract/search/typed-input.ts'
import { Suspense, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import { useItemWords } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useAudience } from '#kit/session.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { SlidersHorizontalIcon } from '#ui/icons.tsx'
import { SegmentedLinks } from '#ui/segmented-control.tsx'
import { Select } from '#ui/text-field.tsx'
import styles from './filter-bar.module.css'
import { chosenFilters, type FilterData, useFilterWords, valuesOf, without } from './filter-options.ts'
import { criteriaOfForm, searchAddress } from './search-address.ts'
import { useWantedCriteria } from './use-wanted-criteria.ts'

const FilterDialog = lazyPart(async () => ({ default: (await import('./filter-dialog.tsx')).FilterDialog }))
/** Of editors alone. */
const OwnerFilter = lazyPart(async () => ({ default: (await import('./owner-filter.tsx')).OwnerFilter }))

type FilterBarProps = {
  variant: FilterBarVariant
  criteria: Criteria
  typeCounts: Record<string, number>
  data: FilterData
}

/** Types as tabs, the filters of the variant, order, and what is chosen. Without script it is a form with a button. */
export function FilterBar({ variant, criteria: shown, typeCounts, data }: FilterBarProps) {
  const t = useMessages()
  // what is said is of the results that are there, what can be pressed adds to the choice that is on its way
  const criteria = useWantedCriteria(shown)
  const words = useFilterWords(data)
  const navigate = useNavigate()
  const [sheetOpen, setSheetOpen] = useState(false)
  const chosen = chosenFilters(shown)
  // one word is taken out in the box where it stands
  const several = queryWords(shown.query).length > 1 ? queryWords(shown.query) : []
  const apply = (form: HTMLFormElement) => navigate(searchAddress(criteriaOfForm(form)), { preventScrollReset: true })
  const cleared = { ...emptyCriteria(), query: criteria.query, type: criteria.type }
  const fields = (onTake?: (form: HTMLFormElement) => void) => (
    <FilterFields {...{ variant, criteria, words, onTake }} />
  )
  return (
    <div className={styles.filters} data-variant={variant}>
      <div className={styles.types}>
        <TypeTabs criteria={criteria} shown={shown} typeCounts={typeCounts} />
      </div>
      <Button
        className={styles.phone}
        icon={<SlidersHorizontalIcon className="icon-s" />}
        aria-haspopup="dialog"
        onClick={() => setSheetOpen(true)}
      >
        {chosen.length > 0 ? t('search.filters_chosen', { count: chosen.length }) : t('search.filters')}
      </Button>
      <Form
        className={styles.form}
        action="/search"
        aria-label={t('search.filters')}
        onChange={(event) => apply(event.currentTarget)}
      >
        <Kept criteria={criteria} variant={variant} />
        <div className={styles.wide}>{fields((form) => void apply(form))}</div>
        <Select
          className={styles.sort}
          label={t('search.order')}
          name={criteriaKeys.orderBy}
          defaultValue={criteria.orderBy}
        >
          {words.orders.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <noscript>
          <Button type="submit">{t('search.apply')}</Button>
        </noscript>
      </Form>
      {chosen.length + several.length > 0 && (
        <ul className={styles.chips} aria-label={t('search.chosen')}>
          {several.map((word) => (
            <li key={`query ${word}`}>
              <Chip
                on
                removeTo={searchAddress(withoutWord(criteria, word))}
                removeLabel={t('search.remove', { label: word })}
              >
                {word}
              </Chip>
            </li>
          ))}
          {chosen.map((key) => {
            const label = words.labelOf(key, valuesOf(shown, key))
            return (
              <li key={key}>
                <Chip on removeTo={searchAddress(without(criteria, key))} removeLabel={t('search.remove', { label })}>
                  {label}
                </Chip>
              </li>
            )
          })}
          {chosen.length > 0 && (
            <li>
              <LinkButton to={searchAddress(cleared)} theme="quiet" size="s" preventScrollReset>
                {t('search.clear_filters')}
              </LinkButton>
            </li>
          )}
        </ul>
      )}
      <Suspense>
        {sheetOpen && (
          <FilterDialog onApply={(form) => void apply(form)} onClose={() => setSheetOpen(false)}>
            <Kept criteria={criteria} variant={variant} withOrder />
            {fields()}
          </FilterDialog>
        )}
      </Suspense>
    </div>
  )
}

function withoutWord(criteria: Criteria, word: string): Criteria {
  const left = queryWords(criteria.query).filter((other) => other !== word)
  return { ...criteria, query: left.join(' ') }
}

const tabTypes = ['tutorial', 'course', 'project', 'quiz', 'liveSession'] as const satisfies readonly ItemType[]

function TypeTabs({
  criteria,
  shown,
  typeCounts,
}: Pick<FilterBarProps, 'criteria' | 'typeCounts'> & { shown: Criteria }) {
  const t = useMessages()
  const words = useItemWords()
  const format = useFormat()
  const all = Object.values(typeCounts).reduce((sum, count) => sum + count, 0)
  const tab = (type: ItemType[], name: string, count: number) => ({
    to: searchAddress({ ...criteria, type }),
    current: shown.type.join() === type.join(),
    label: (
      <>
        {name} <span className="num">{format.number(count)}</span>
      </>
    ),
  })
  return (
    <SegmentedLinks
      label={t('search.filter.type')}
      links={[
        tab([], t('search.all'), all),
        ...tabTypes.flatMap((type) => {
          const count = typeCounts[type] ?? 0
          // no number leads to an empty page; what was chosen stays, so that it can be left
          return count > 0 || shown.type.includes(type) ? [tab([type], words.type(type), count)] : []
        }),
      ]}
    />
  )
}

type FieldsProps = Pick<FilterBarProps, 'criteria'> & {
  variant: FilterBarSet
  words: ReturnType<typeof useFilterWords>
  onTake?: (form: HTMLFormElement) => void
}

/** The choices of the bar, each a native select; those of editors come only to editors. */
export function FilterFields({ variant, criteria, words, onTake }: FieldsProps) {
  const t = useMessages()
  const audience = useAudience()
  return filtersOf(variant, audience).map((key) => {
    if (key === 'owner') {
      const [id] = criteria.owner
      const chosen = id ? { id, name: words.labelOf('owner', [id]) } : null
      return (
        <Suspense key={`owner ${id}`}>
          <OwnerFilter chosen={chosen} onTake={onTake} />
        </Suspense>
      )
    }
    const values = valuesOf(criteria, key)
    const value = values.join(',')
    const choices = words.choices[key] ?? []
    if (choices.length === 0) return null
    const name = words.name(key)
    return (
      <Select
        key={key}
        className={styles.field}
        label={name}
        labelHidden
        name={criteriaKeys[key]}
        defaultValue={value}
        set={values.length > 0}
      >
        <option value="">{name}</option>
        {values.length > 0 && !choices.some((choice) => choice.value === value) && (
          <option value={value}>{words.labelOf(key, values)}</option>
        )}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.value === value ? t('search.filter_set', { name, label: choice.label }) : choice.label}
          </option>
        ))}
      </Select>
    )
  })
}

/** What the form does not ask for is sent along, or choosing a filter would lose it. */
function Kept({
  criteria,
  variant,
  withOrder,
}: {
  criteria: Criteria
  variant: FilterBarVariant
  withOrder?: boolean
}) {
  const audience = useAudience()
  const asked: CriteriaKey[] = filtersOf(variant, audience)
  const kept = (Object.keys(criteriaKeys) as CriteriaKey[]).filter(
    (key) => !asked.includes(key) && (key !== 'orderBy' || withOrder),
  )
  return kept.flatMap((key) =>
    valuesOf(criteria, key).map((value) => (
      <input key={`${key} ${value}`} type="hidden" name={criteriaKeys[key]} value={value} />
    )),
  )
}
