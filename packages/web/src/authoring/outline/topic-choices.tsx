import { type TopicGroup, topicGroupsOf } from '@lantern/contract/search/filter-bars.ts'
import type { getFilterData } from '@lantern/contract/search/searching.ts'
import { keyword } from '@lantern/contract/search/typed-input.ts'
import { useEffect, useState } from 'react'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import type { FilterData } from '#search/index.ts'
import { Select } from '#ui/text-field.tsx'

/** By group; an empty id chooses none of it. */
export type ChosenTopics = Partial<Record<TopicGroup, string>>

type TopicChoicesProps = {
  chosen: ChosenTopics
  onChoose: (group: TopicGroup, id: string) => void
}

/** The topics of the site in their groups, to look for contents by. Without them, words still find everything. */
export function TopicChoices({ chosen, onChoose }: TopicChoicesProps) {
  const t = useMessages()
  const data = useFilterData()
  if (!data) return null
  return topicGroupsOf('edit').map((group) => (
    <Select
      key={group}
      label={t(group === 'topic' ? 'search.filter.tag' : 'search.filter.industry')}
      value={chosen[group] ?? ''}
      onChange={({ currentTarget }) => onChoose(group, currentTarget.value)}
    >
      <option value="">{t('search.all')}</option>
      {(group === 'topic' ? data.topics : data.industries).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  ))
}

/** What is chosen, as entries of the keyword list of a search. */
export function topicEntries({ topic, industry }: ChosenTopics): string[] {
  return [...(topic ? [keyword('tag', topic)] : []), ...(industry ? [keyword('ind', industry)] : [])]
}

function useFilterData(): FilterData | null {
  const [data, setData] = useState<FilterData | null>(null)
  useEffect(() => {
    let isGone = false
    call<typeof getFilterData>('GET /api/learn/search/filters').then(
      (answer) => {
        if (!isGone) setData(answer)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])
  return data
}
