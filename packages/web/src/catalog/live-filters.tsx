import type { Tag } from '@lantern/contract/catalog/items.ts'
import { clockOf, timeOfDayValues } from '@lantern/contract/search/criteria.ts'
import { useEffect, useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { SearchIcon } from '#ui/icons.tsx'
import { PlainLink } from '#ui/link.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import { isNarrowed, type LiveChoice, liveAddress, plainLiveAddress, readLiveChoice } from './live-calendar-address.ts'
import styles from './live-filters.module.css'

/** Keywords, topic and hours of the day of the live calendar's list. A form that works without script. */
export function LiveFilters({ choice, topics }: { choice: LiveChoice; topics: readonly Tag[] }) {
  const t = useMessages()
  const navigate = useNavigate()
  const words = useRef<HTMLInputElement>(null)
  const appliedWords = useRef(choice.query)
  // words of another address, as after going back, come into the field; words typed while the list loads stay in it
  useEffect(() => {
    if (words.current && choice.query !== appliedWords.current) words.current.value = choice.query
    appliedWords.current = choice.query
  }, [choice.query])
  const apply = (form: HTMLFormElement) => {
    const search = new URLSearchParams()
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') search.set(name, value)
    const chosen = readLiveChoice(search)
    appliedWords.current = chosen.query
    void navigate(liveAddress(chosen), { preventScrollReset: true })
  }
  return (
    <Form
      className={styles.filters}
      method="get"
      action="/live-calendar"
      role="search"
      aria-label={t('live.search')}
      onSubmit={(event) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
      // words are applied by Enter or the button, a choice at once
      onChange={({ target, currentTarget }) => target instanceof HTMLSelectElement && apply(currentTarget)}
    >
      <input type="hidden" name="tab" value={choice.period} />
      <TextField
        className={styles.words}
        label={t('live.search')}
        labelHidden
        placeholder={t('live.search')}
        type="search"
        name="q"
        ref={words}
        maxLength={100}
        defaultValue={choice.query}
        after={
          <Button
            type="submit"
            theme="quiet"
            size="s"
            icon={<SearchIcon className="icon-s" />}
            aria-label={t('search.submit')}
          />
        }
      />
      <Select
        label={t('search.filter.timeOfDay')}
        labelHidden
        name="tod"
        defaultValue={choice.tod ?? ''}
        set={choice.tod !== null}
      >
        <option value="">{t('live.any_time')}</option>
        {timeOfDayValues.map((value) => (
          <option key={value} value={value}>
            {clockOf(value)}
          </option>
        ))}
      </Select>
      <Select
        label={t('catalog.topic')}
        labelHidden
        name="tag"
        defaultValue={choice.tag ?? ''}
        set={choice.tag !== null}
      >
        <option value="">{t('catalog.all_topics')}</option>
        {topics.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {isNarrowed(choice) && <PlainLink to={plainLiveAddress(choice.period)}>{t('catalog.clear_filters')}</PlainLink>}
    </Form>
  )
}
