import type { Choice, ChoiceKind, listChoices } from '@lantern/contract/authoring/choices.ts'
import { useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { Combobox } from '#kit/combobox.tsx'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { Chip } from '#ui/chip.tsx'
import { useEditorTools } from '../editor-shell/editor-tools.tsx'
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

/**
 * Several of a list, by name. Names written one after the other are taken apart; nothing is taken twice, and what is no
 * name of the list stays in the field.
 */
export function TagsField(props: TagsFieldProps) {
  const { kind, label, value, onChange, onLeave, error } = props
  const t = useMessages()
  const { references, addReferences } = useEditorTools()
  const [text, setText] = useState('')
  const [choices, setChoices] = useState<readonly Choice[] | null>(null)

  const latest = useRef(props)
  latest.current = props
  const reading = useRef<Promise<readonly Choice[] | null> | null>(null)
  const load = () => {
    reading.current ??= call<typeof listChoices>('GET /api/learn/creator/choices/:kind', { params: { kind } }).then(
      (answer) => {
        setChoices(answer.choices)
        return answer.choices
      },
      (error) => {
        // asked again when the field is entered the next time; what is chosen stays
        reading.current = null
        toastFailure(error, t)
        return null
      },
    )
    return reading.current
  }
  const nameOf = (id: string) =>
    (kind === 'package' ? references.packages[id]?.name : references.tags[id]?.name) ??
    choices?.find((choice) => choice.id === id)?.name ??
    t('authoring.unknown_entry')
  const take = (...taken: Choice[]) => {
    setText('')
    add(taken)
  }
  const add = (taken: readonly Choice[]) => {
    // while the names were on their way the form may have changed
    const now = latest.current
    const fresh = taken.filter(
      ({ id }, index) => !now.value.includes(id) && taken.findIndex((one) => one.id === id) === index,
    )
    if (fresh.length === 0) return
    addReferences(
      kind === 'package'
        ? { packages: Object.fromEntries(fresh.map((choice) => [choice.id, choice])) }
        : { tags: Object.fromEntries(fresh.map((choice) => [choice.id, { ...choice, type: kind }])) },
    )
    now.onChange([...now.value, ...fresh.map(({ id }) => id)])
  }
  const takeNames = async (names: string) => {
    setText(names)
    const known = choices ?? (await load())
    // they did not come: the typed text stays, and is taken the next time
    if (!known) return
    const named = (name: string) => known.find((choice) => choice.name.toLowerCase() === name.toLowerCase())
    const parts = names.split(/[,，、;；]+/).map((name) => name.trim())
    // a name may have spaces in it
    const wanted = parts.flatMap((name) => (named(name) ? [name] : name.split(/\s+/))).filter(Boolean)
    const unknown = wanted.filter((name) => !named(name)).join(' ')
    // typed on meanwhile: that stays
    setText((now) => (now.startsWith(names) ? unknown + now.slice(names.length) : now))
    add(wanted.flatMap((name) => named(name) ?? []))
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
        onText={(next) => (/[,，、;；]\s*$/.test(next) ? void takeNames(next) : setText(next))}
        options={left.slice(0, mostShown)}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        onTake={take}
        onEnter={(names) => void takeNames(names)}
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
