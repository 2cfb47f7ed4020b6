import type { ReactNode } from 'react'
import { Form, useNavigate } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { SearchIcon } from '#ui/icons.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import styles from './filter-form.module.css'

type FilterFormProps = {
  /** The list with nothing left out. */
  path: string
  label: string
  hint: string
  q: string
  /** The address of the list that the fields ask for, said once and without what is empty. */
  addressOf: (url: URL) => string
  /** What else there is to choose. */
  children: ReactNode
}

/** Words and choices above a list. A form that works without script; with it, each choice acts at once. */
export function FilterForm({ path, label, hint, q, addressOf, children }: FilterFormProps) {
  const t = useMessages()
  const navigate = useNavigate()
  const apply = (form: HTMLFormElement) => {
    const url = new URL(path, window.location.origin)
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') url.searchParams.set(name, value)
    void navigate(addressOf(url), { preventScrollReset: true })
  }
  return (
    <Form
      method="get"
      action={path}
      role="search"
      aria-label={label}
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
      onChange={(event) => {
        // words are sent with Enter: a list that changes under every letter cannot be read
        if (event.target instanceof HTMLSelectElement) apply(event.currentTarget)
      }}
    >
      <TextField
        className={styles.words}
        type="search"
        name="q"
        maxLength={200}
        label={label}
        labelHidden
        placeholder={hint}
        defaultValue={q}
        after={<IconButton type="submit" label={label} icon={<SearchIcon />} />}
      />
      {children}
      <noscript>
        <Button type="submit">{t('documents.list_apply')}</Button>
      </noscript>
    </Form>
  )
}

type FilterSelectProps<Value extends string> = {
  name: string
  label: string
  /** The choice that leaves nothing out. */
  any: string
  values: readonly Value[]
  /** Null for any. */
  chosen: string | null
  textOf: (value: Value) => string
}

export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { name, label, any, values, chosen, textOf } = props
  return (
    <Select label={label} labelHidden name={name} defaultValue={chosen ?? ''} set={chosen !== null}>
      <option value="">{any}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {textOf(value)}
        </option>
      ))}
    </Select>
  )
}
