import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import type { listTopics } from '@lantern/contract/catalog/tags.ts'
import { topicLink } from '@lantern/contract/links.ts'
import { emptyCriteria } from '@lantern/contract/search/criteria.ts'
import type { HeaderResult, headerSearch } from '@lantern/contract/search/searching.ts'
import { queryEntries, queryText } from '@lantern/contract/search/typed-input.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useCardAddress, useItemWords } from '#catalog/index.ts'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { PageLink } from '#ui/link.tsx'
import styles from './header-search.module.css'
import { MarkedText } from './marked-text.tsx'
import { searchAddress } from './search-address.ts'
import { useLatest } from './use-latest.ts'

/** So many topics are suggested before the toggle. */
const firstTopics = 10

interface Option {
  to: string
  label: ReactNode
  /** What kind of thing it leads to. */
  note?: string
}

type HeaderSuggestionsProps = {
  listId: string
  typed: string
  /** Where the option leads that the arrow keys have come to. */
  marked: string | null
  /** Where the options lead, in order. */
  onTargets(targets: readonly string[]): void
  onChoose(): void
}

/** Popular topics while nothing is typed; then the first results, and the search for the words in each type. */
export default function HeaderSuggestions({ listId, typed, marked, onTargets, onChoose }: HeaderSuggestionsProps) {
  const t = useMessages()
  const text = queryText(typed.replaceAll(':', ' '))
  const topics = useTopics()
  const [allTopics, setAllTopics] = useState(false)
  const live = useLiveOptions(text)
  const typeLinks = useTypeLinks(text)
  const isTopics = text === ''
  const isNothing = live !== null && live.length === 0
  const options = isTopics ? (allTopics ? topics : topics.slice(0, firstTopics)) : [...(live ?? []), ...typeLinks]
  const targets = options.map(({ to }) => to).join('\n')
  useEffect(() => onTargets(targets === '' ? [] : targets.split('\n')), [targets, onTargets])

  return (
    <>
      {isTopics && <p className={styles.head}>{t('search.topics')}</p>}
      <p className={isNothing ? styles.head : 'sr'} role="status">
        {isNothing && t('search.empty_text', { text })}
      </p>
      <div
        id={listId}
        role="listbox"
        aria-label={t('search.suggestions')}
        className={isTopics ? styles.topics : undefined}
      >
        {options.map((option, index) => (
          <PageLink
            key={option.to}
            id={`${listId}-${index}`}
            className={isTopics ? styles.topic : styles.option}
            role="option"
            aria-selected={option.to === marked}
            tabIndex={-1}
            to={option.to}
            onClick={onChoose}
          >
            <span className={styles.label}>{option.label}</span>
            {option.note && <span className={styles.note}>{option.note}</span>}
          </PageLink>
        ))}
      </div>
      {isTopics && topics.length > firstTopics && (
        <button
          className={styles.toggle}
          type="button"
          aria-expanded={allTopics}
          onClick={() => setAllTopics(!allTopics)}
        >
          {allTopics ? t('search.less') : t('search.more_topics')}
        </button>
      )}
    </>
  )
}

function useTopics(): Option[] {
  const [topics, setTopics] = useState<Option[]>([])
  useEffect(() => {
    let left = false
    call<typeof listTopics>('GET /api/learn/topics').then(
      (answer) => {
        if (!left) setTopics(answer.topics.map(({ id, name }) => ({ to: topicLink(id), label: name })))
      },
      // without topics the box still searches
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [])
  return topics
}

/** Null while there is no answer to what stands there. */
function useLiveOptions(text: string): Option[] | null {
  const words = useItemWords()
  const addressOf = useCardAddress()
  const results = useLatest<HeaderResult[]>(text, async (wanted) => {
    const query = { k: JSON.stringify(queryEntries(wanted)) }
    const answer = await call<typeof headerSearch>('GET /api/learn/headerSearch', { query })
    return { text: answer.text, value: answer.results }
  })
  const anyVersion = { unityVersionRange: { minVersionId: null, maxVersionId: null, withAll: true } }
  return results === null
    ? null
    : results.map((result) => ({
        to: addressOf({ ...result, ...anyVersion }, { utm: { source: 'search', medium: 'header' } }),
        label: (
          <span lang={result.language}>
            <MarkedText value={result.title} />
          </span>
        ),
        note: words.type(result.type),
      }))
}

const linkedTypes = ['tutorial', 'project', 'course', 'quiz'] as const satisfies readonly ItemType[]

function useTypeLinks(text: string): Option[] {
  const t = useMessages()
  if (text === '') return []
  return linkedTypes.map((type) => ({
    to: searchAddress({ ...emptyCriteria(), query: text, type: [type] }),
    label: t('search.in_type', { text, type }),
  }))
}
