import { type ReactNode, useState } from 'react'
import { Combobox } from './combobox.tsx'
import { useMessages } from './messages.tsx'
import { useFound } from './use-found.ts'

interface FindItemProps<T extends { id: string; title: string }> {
  label: string
  /** Items by words of their titles; with no words, those that are offered first. */
  find: (words: string) => Promise<readonly T[]>
  /** Ids that are not offered. */
  taken: readonly string[]
  onTake: (item: T) => void
  /** How an item is shown in the list. */
  children: (item: T) => ReactNode
}

/** Finds an item by its title and takes it. It asks from the moment that its list is opened. */
export function FindItem<T extends { id: string; title: string }>(props: FindItemProps<T>) {
  const { label, find, taken, onTake, children } = props
  const t = useMessages()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const words = text.trim()
  const found = useFound<T>(isOpen ? words : null, () => find(words))
  return (
    <Combobox<T>
      label={label}
      placeholder={t('authoring.items_hint')}
      text={text}
      onText={setText}
      options={(found ?? []).filter(({ id }) => !taken.includes(id))}
      waiting={found === null}
      keyOf={({ id }) => id}
      nameOf={({ title }) => title}
      onOpen={() => setOpen(true)}
      onTake={(item) => {
        setText('')
        onTake(item)
      }}
    >
      {children}
    </Combobox>
  )
}
