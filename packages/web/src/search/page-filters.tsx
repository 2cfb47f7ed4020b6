import { topicLink } from '@lantern/contract/links.ts'
import { emptyCriteria } from '@lantern/contract/search/criteria.ts'
import { type FilterBarSet, filtersOf, type TopicGroup, topicGroupsOf } from '@lantern/contract/search/filter-bars.ts'
import { useId } from 'react'
import { Form, useNavigate } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { useAudience } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { FilterFields } from './filter-bar.tsx'
import { type FilterData, useFilterWords } from './filter-options.ts'
import styles from './page-filters.module.css'
import { criteriaOfForm, searchAddress } from './search-address.ts'

type PageFiltersProps = { bar: FilterBarSet; data: FilterData }

/** A filter bar on a page of editors: what is chosen is searched for, and every topic of its groups has its own way. */
export function PageFilters({ bar, data }: PageFiltersProps) {
  const t = useMessages()
  const navigate = useNavigate()
  const audience = useAudience()
  const words = useFilterWords(data)
  return (
    <div className={styles.bar}>
      {filtersOf(bar, audience).length > 0 && (
        <Form
          className={styles.form}
          action="/search"
          aria-label={t('search.filters')}
          onSubmit={(event) => {
            event.preventDefault()
            void navigate(searchAddress(criteriaOfForm(event.currentTarget)))
          }}
        >
          <FilterFields variant={bar} criteria={emptyCriteria()} words={words} />
          <Button type="submit">{t('search.submit')}</Button>
        </Form>
      )}
      {topicGroupsOf(bar).map((group) => (
        <TopicsOf key={group} group={group} name={words.name(keyOf[group])} data={data} />
      ))}
    </div>
  )
}

const keyOf = { topic: 'tag', industry: 'industry' } as const satisfies Record<TopicGroup, string>

function TopicsOf({ group, name, data }: { group: TopicGroup; name: string; data: FilterData }) {
  const id = useId()
  const topics = group === 'topic' ? data.topics : data.industries
  if (topics.length === 0) return null
  return (
    <nav className={styles.group} aria-labelledby={id}>
      <span className={styles.name} id={id}>
        {name}
      </span>
      <ul>
        {topics.map((topic) => (
          <li key={topic.id}>
            <Chip
              to={group === 'topic' ? topicLink(topic.id) : searchAddress({ ...emptyCriteria(), industry: [topic.id] })}
            >
              {topic.name}
            </Chip>
          </li>
        ))}
      </ul>
    </nav>
  )
}
