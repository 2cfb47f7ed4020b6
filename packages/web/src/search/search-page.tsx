import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { criteriaKeys, encodeCriteria, keywordTypes, maxQueryLength } from '@lantern/contract/search/criteria.ts'
import type { SearchAnswer } from '@lantern/contract/search/searching.ts'
import type { ReactNode } from 'react'
import { Form, useNavigate, useNavigation } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
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

type SearchPageProps = {
  answer: SearchAnswer
  data: FilterData
  collect(item: ItemCard, collected: boolean): ReactNode
}

/** The whole search page: box, what was found, filters, results. */
export function SearchPage({ answer, data, collect }: SearchPageProps) {
  const t = useMessages()
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
        variant="search"
        criteria={answer.criteria}
        typeCounts={answer.typeCounts}
        data={{ ...data, people: answer.userMap }}
      />
      {isLoading ? <Loading /> : <SearchResults answer={answer} collect={collect} />}
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
  const kept = encodeCriteria({ ...criteria, query: '', keywordType: keywordTypes[0] })
  return (
    <Form
      className={styles.box}
      role="search"
      action="/search"
      onSubmit={(event) => {
        event.preventDefault()
        void navigate(searchAddress(criteriaOfForm(event.currentTarget)))
      }}
    >
      {[...kept].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <Select
        key={`kind ${criteria.keywordType}`}
        className={styles.kind}
        label={t('search.kind')}
        labelHidden
        name={criteriaKeys.keywordType}
        defaultValue={criteria.keywordType}
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
          key={criteria.query}
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

const kindKeys = { title: 'search.kind_title', creator: 'search.kind_creator' } as const
