import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { criteriaKeys, encodeCriteria, keywordTypes } from '@lantern/contract/search/criteria.ts'
import { searchBarOf } from '@lantern/contract/search/filter-bars.ts'
import type { SearchAnswer } from '@lantern/contract/search/searching.ts'
import { maxQueryLength } from '@lantern/contract/search/typed-input.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { Form, useNavigate, useNavigation } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { useAudience, useSite } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { SearchIcon } from '#ui/icons.tsx'
import { PageLink } from '#ui/link.tsx'
import { Select } from '#ui/text-field.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { FilterData } from './filter-options.ts'
import { ResultRowSkeleton } from './result-row.tsx'
import { criteriaOfForm, searchAddress } from './search-address.ts'
import styles from './search-page.module.css'
import { SearchResults } from './search-results.tsx'
import { useWantedCriteria } from './use-wanted-criteria.ts'

type SearchPageProps = {
  answer: SearchAnswer
  data: FilterData
  /** How many results a page holds by the address; null where it says nothing. */
  pageSize: number | null
  collect(item: ItemCard, collected: boolean): ReactNode
}

/** The whole search page: box, summary, filters, results. */
export function SearchPage({ answer, data, pageSize, collect }: SearchPageProps) {
  const t = useMessages()
  const { features } = useSite()
  const audience = useAudience()
  const isLoading = useNavigation().location?.pathname === '/search'
  return (
    <>
      <div className={styles.find}>
        <SearchBox answer={answer} />
        <div className={styles.sum}>
          <h1>{answer.text ? t('search.title_of', { text: answer.text }) : t('search.title')}</h1>
          <Found answer={answer} />
        </div>
        {answer.corrected && (
          <p className={styles.corrected}>
            {t('search.corrected')}{' '}
            <PageLink to={searchAddress({ ...answer.criteria, query: answer.corrected })}>{answer.corrected}</PageLink>
          </p>
        )}
      </div>
      <FilterBar
        variant={searchBarOf(audience, features.edition)}
        criteria={answer.criteria}
        typeCounts={answer.typeCounts}
        data={{ ...data, people: answer.userMap }}
      />
      {isLoading ? <Loading /> : <SearchResults {...{ answer, pageSize, collect }} />}
    </>
  )
}

function Found({ answer }: { answer: SearchAnswer }) {
  const t = useMessages()
  return (
    <span className={`muted num ${styles.count}`} role="status">
      {t('search.found', { count: answer.total })}
    </span>
  )
}

/** Results in the shape in which they will come. */
function Loading() {
  const t = useMessages()
  return (
    <div className={styles.results}>
      <p className={styles.loading} role="status">
        {t('search.loading')}
      </p>
      <ResultRowSkeleton />
      <ResultRowSkeleton />
      <ResultRowSkeleton />
    </div>
  )
}

function SearchBox({ answer }: { answer: SearchAnswer }) {
  const t = useMessages()
  const navigate = useNavigate()
  const { criteria } = answer
  const wanted = useWantedCriteria(criteria)
  const kept = encodeCriteria({ ...wanted, query: '', keywordType: keywordTypes[0] })
  const words = useWords(criteria.query)
  return (
    <Form
      className={styles.box}
      role="search"
      action="/search"
      onSubmit={(event) => {
        event.preventDefault()
        words.onSent()
        void navigate(searchAddress(criteriaOfForm(event.currentTarget)))
      }}
    >
      {[...kept].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <Select
        className={styles.kind}
        label={t('search.kind')}
        labelHidden
        name={criteriaKeys.keywordType}
        defaultValue={wanted.keywordType}
      >
        {keywordTypes.map((kind) => (
          <option key={kind} value={kind}>
            {t(kindKeys[kind])}
          </option>
        ))}
      </Select>
      <span className={styles.field}>
        <SearchIcon />
        <label className="sr" htmlFor="search-words">
          {t('search.box')}
        </label>
        <input
          ref={words.box}
          className={styles.input}
          id="search-words"
          name={criteriaKeys.query}
          type="search"
          defaultValue={criteria.query}
          placeholder={t('search.box')}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={maxQueryLength}
        />
      </span>
      <Button type="submit" theme="primary" size="l">
        {t('search.submit')}
      </Button>
    </Form>
  )
}

/** The box shows the query; text typed since it was sent stays. */
function useWords(query: string) {
  const box = useRef<HTMLInputElement>(null)
  const sent = useRef<string | null>(null)
  const shown = useRef(query)
  useEffect(() => {
    if (shown.current === query) return
    const isTypedOn = sent.current !== null && box.current?.value !== sent.current
    shown.current = query
    sent.current = null
    if (!box.current || isTypedOn) return
    box.current.value = query
    // the results are to be read, not covered by the keys of a phone
    box.current.blur()
  }, [query])
  return {
    box,
    onSent() {
      sent.current = box.current?.value ?? null
    },
  }
}

const kindKeys = { title: 'search.kind_title', creator: 'search.kind_creator' } as const
