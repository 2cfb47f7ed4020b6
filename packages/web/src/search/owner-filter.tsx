import type { PublicUser } from '@lantern/contract/catalog/items.ts'
import type { autocompleteUsers } from '@lantern/contract/search/searching.ts'
import { useId, useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { inputMethodKey } from '#ui/input-method.ts'
import styles from './owner-filter.module.css'
import { useCycle } from './use-cycle.ts'
import { useLatest } from './use-latest.ts'

type OwnerFilterProps = {
  /** The chosen owner, with a name where that is known. */
  chosen: { id: string; name: string } | null
  /** A name was taken; the form that holds the filter says so from now on. */
  onTake?: (form: HTMLFormElement) => void
}

/** Completes the name of an owner: arrows go round the names, Enter takes the one that is marked. */
export function OwnerFilter({ chosen, onTake }: OwnerFilterProps) {
  const t = useMessages()
  const id = useId()
  const [text, setText] = useState('')
  const [owner, setOwner] = useState(chosen)
  const hidden = useRef<HTMLInputElement>(null)
  const people = useLatest<PublicUser[]>(text.trim(), async (wanted) => {
    const { userMap } = await call<typeof autocompleteUsers>('GET /api/learn/user/autocomplete', {
      query: { text: wanted },
    })
    return { text: wanted, value: Object.values(userMap) }
  })
  const options = people ?? []
  const cycle = useCycle(options.map(({ id }) => id))

  const take = (person: PublicUser | undefined) => {
    if (!person) return
    setOwner({ id: person.id, name: person.fullName })
    setText('')
    if (!hidden.current) return
    hidden.current.value = person.id
    if (hidden.current.form) onTake?.(hidden.current.form)
  }

  return (
    <div className={styles.owner}>
      <input ref={hidden} type="hidden" name="u" defaultValue={owner?.id ?? ''} />
      <input
        className={styles.input}
        role="combobox"
        aria-label={t('search.filter.owner')}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={cycle.at === null ? undefined : `${id}-${cycle.at}`}
        autoComplete="off"
        placeholder={owner?.name ?? t('search.filter.owner')}
        value={text}
        onChange={(event) => {
          event.stopPropagation()
          setText(event.target.value)
          cycle.leave()
        }}
        onKeyDown={(event) => {
          // an input method's key takes nobody
          if (event.keyCode === inputMethodKey || cycle.onArrow(event)) return
          if (event.key === 'Enter') {
            event.preventDefault()
            take(options[cycle.at ?? 0])
          }
          if (event.key === 'Escape') setText('')
        }}
      />
      <div
        className={styles.list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('search.filter.owner')}
        hidden={options.length === 0}
      >
        {options.map((person, index) => (
          <button
            type="button"
            tabIndex={-1}
            key={person.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === cycle.at}
            className={styles.option}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(person)}
          >
            {person.fullName}
          </button>
        ))}
      </div>
    </div>
  )
}
