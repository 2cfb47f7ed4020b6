import type { Choice, ChoiceKind, listChoices } from '@lantern/contract/authoring/choices.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { Chip } from '#ui/chip.tsx'
import { useEditorDesk } from '../frame/desk-context.tsx'
import { Combobox } from './combobox.tsx'
import styles from './fields.module.css'

type TagsFieldProps = {
  kind: ChoiceKind
  label: string
  value: readonly string[]
  onChange: (ids: string[]) => void
  onLeave?: () => void
  error?: string
}

const mostShown = 50

/** Several of a list, by name. Names written one after the other are taken apart; nothing is taken twice. */
export function TagsField({ kind, label, value, onChange, onLeave, error }: TagsFieldProps) {
  const t = useMessages()
  const { references, addReferences } = useEditorDesk()
  const [text, setText] = useState('')
  const [choices, setChoices] = useState<readonly Choice[] | null>(null)

  const load = async () => {
    if (choices) return
    try {
      const answer = await call<typeof listChoices>('GET /api/learn/creator/choices/:kind', { params: { kind } })
      setChoices(answer.choices)
    } catch {
      // asked again when the field is entered the next time; what is chosen stays
    }
  }
  const nameOf = (id: string) =>
    (kind === 'package' ? references.packages[id]?.name : references.tags[id]?.name) ??
    choices?.find((choice) => choice.id === id)?.name ??
    id
  const take = (...taken: Choice[]) => {
    setText('')
    const fresh = taken.filter(
      ({ id }, index) => !value.includes(id) && taken.findIndex((one) => one.id === id) === index,
    )
    if (fresh.length === 0) return
    addReferences(
      kind === 'package'
        ? { packages: Object.fromEntries(fresh.map((choice) => [choice.id, choice])) }
        : { tags: Object.fromEntries(fresh.map((choice) => [choice.id, { ...choice, type: kind }])) },
    )
    onChange([...value, ...fresh.map(({ id }) => id)])
  }
  const takeNames = (names: string) => {
    const wanted = names.split(/[,，、;；\s]+/).map((name) => name.trim().toLowerCase())
    take(...wanted.flatMap((name) => choices?.find((choice) => choice.name.toLowerCase() === name) ?? []))
  }
  const words = text.trim().toLowerCase()
  const left = (choices ?? []).filter(({ id, name }) => !value.includes(id) && name.toLowerCase().includes(words))

  return (
    <div className={styles.rows}>
      <Combobox
        label={label}
        error={error}
        placeholder={t('authoring.tags_hint')}
        text={text}
        onText={(next) => (/[,，、;；]\s*$/.test(next) ? takeNames(next) : setText(next))}
        options={left.slice(0, mostShown)}
        keyOf={({ id }) => id}
        onTake={take}
        onEnter={takeNames}
        onOpen={() => void load()}
        onLeave={onLeave}
      >
        {({ name }) => name}
      </Combobox>
      {value.length > 0 && (
        <ul className={styles.chosen}>
          {value.map((id) => (
            <li key={id}>
              <Chip
                onRemove={() => onChange(value.filter((one) => one !== id))}
                removeLabel={t('authoring.remove_of', { name: nameOf(id) })}
              >
                {nameOf(id)}
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
