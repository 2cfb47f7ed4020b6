import { queryEntries, queryText } from '@lantern/contract/search/typed-input.ts'
import { type FormEvent, type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { SearchIcon } from '#ui/icons.tsx'
import styles from './header-search.module.css'
import { useCycle } from './use-cycle.ts'

// Every page shows the box; what stands below it comes when the box is first entered.
const HeaderSuggestions = lazyPart(() => import('./header-suggestions.tsx'))

const none: readonly string[] = []

/** The search box of the header: a plain form to the search page, and with script suggestions below it. */
export function HeaderSearch() {
  const t = useMessages()
  const id = useId()
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const [entered, setEntered] = useState(false)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [targets, setTargets] = useState<readonly string[]>([])
  const cycle = useCycle(open ? targets : none)
  const isShown = open && targets.length > 0
  const listId = `${id}-list`

  const enter = () => {
    setEntered(true)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    cycle.leave()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const target = cycle.at === null ? keywordAddress(typed) : (targets[cycle.at] ?? keywordAddress(typed))
    close()
    void navigate(target)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return close()
    if (!open && event.key === 'ArrowDown') enter()
    cycle.onArrow(event)
  }

  const latest = useRef({ enter, close })
  latest.current = { enter, close }
  useEffect(() => {
    const element = box.current
    const onFocusOut = (event: FocusEvent) => {
      if (!element?.contains(event.relatedTarget as Node | null)) latest.current.close()
    }
    // entered before this script came
    if (element?.contains(document.activeElement)) latest.current.enter()
    element?.addEventListener('focusout', onFocusOut)
    return () => element?.removeEventListener('focusout', onFocusOut)
  }, [])

  return (
    <div ref={box} className={styles.box}>
      <Form className={styles.form} role="search" action="/search" onSubmit={onSubmit}>
        <SearchIcon />
        <input
          className={styles.input}
          name="q"
          type="search"
          role="combobox"
          aria-label={t('search.box')}
          aria-expanded={isShown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isShown && cycle.at !== null ? `${listId}-${cycle.at}` : undefined}
          placeholder={t('search.box')}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            enter()
            cycle.leave()
          }}
          onFocus={enter}
          onKeyDown={onKeyDown}
        />
      </Form>
      <div className={styles.panel} hidden={!isShown} id={entered ? undefined : listId}>
        {entered && (
          <Suspense fallback={<div id={listId} />}>
            <HeaderSuggestions
              listId={listId}
              typed={typed}
              marked={cycle.at === null ? null : (targets[cycle.at] ?? null)}
              onTargets={setTargets}
              onChoose={close}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** Where Enter leads: to the search for the typed text, or to everything. */
function keywordAddress(typed: string): string {
  const entries = queryEntries(queryText(typed.replaceAll(':', ' ')))
  return entries.length === 0 ? '/search' : `/search?k=${encodeURIComponent(JSON.stringify(entries))}`
}
