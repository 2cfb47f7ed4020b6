import type { getTutorialMap } from '@lantern/contract/catalog/lists.ts'
import type { IdsRule } from '@lantern/contract/cms/fields.ts'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { call } from '#kit/call.ts'
import { Combobox } from '#kit/combobox.tsx'
import { useMessages } from '#kit/messages.tsx'
import { OrderedItems } from '#kit/ordered-items.tsx'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './form.module.css'
import { type FieldProps, useForm } from './form-context.ts'
import { type PickedItem, useItemPicker } from './item-picker.ts'

/** Things of the catalogue: found by their words or named by their ids, and put in order. */
export function IdsField({ rule, label, path, value, onChange }: FieldProps<IdsRule>) {
  const t = useMessages()
  const id = useId()
  const { faultOf } = useForm()
  const ids = Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
  const { Line } = useItemPicker()
  const { known, learn } = useNames(rule.of, ids)
  const error = faultOf(path)
  const add = (added: readonly string[]) => onChange([...new Set([...ids, ...added])].slice(0, rule.most))
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.legend}>
        {label}
        <span className={styles.mark}>{t('cms.builder_of_most', { count: ids.length, most: rule.most })}</span>
      </legend>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {ids.length < rule.most &&
        (rule.of === 'tutorial' ? (
          <FindTutorial
            taken={ids}
            onTake={(item) => {
              learn(item)
              add([item.id])
            }}
          />
        ) : (
          <AddIds onAdd={add} />
        ))}
      <OrderedItems
        label={label}
        items={ids}
        keyOf={(one) => one}
        nameOf={(one) => known[one]?.title ?? one}
        onChange={onChange}
      >
        {(one) => {
          const item = known[one]
          return item ? <Line item={item} /> : <span className={styles.idOnly}>{one}</span>
        }}
      </OrderedItems>
    </fieldset>
  )
}

function FindTutorial({ taken, onTake }: { taken: readonly string[]; onTake: (item: PickedItem) => void }) {
  const t = useMessages()
  const [text, setText] = useState('')
  const { useFound, Line } = useItemPicker()
  const found = useFound(text.trim(), tutorialAlone)
  return (
    <Combobox<PickedItem>
      label={t('cms.builder_find_tutorial')}
      placeholder={t('authoring.items_hint')}
      text={text}
      onText={setText}
      options={(found ?? []).filter((item) => item.published && !taken.includes(item.id))}
      waiting={found === null}
      keyOf={({ id }) => id}
      nameOf={({ title }) => title}
      onTake={(item) => {
        setText('')
        onTake(item)
      }}
    >
      {(item) => <Line item={item} />}
    </Combobox>
  )
}

const tutorialAlone = ['tutorial'] as const

/** Several at once, as they are copied out of a list. */
function AddIds({ onAdd }: { onAdd: (ids: string[]) => void }) {
  const t = useMessages()
  const [text, setText] = useState('')
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const ids = text.split(/[\s,，]+/).filter(Boolean)
    setText('')
    if (ids.length > 0) onAdd(ids)
  }
  return (
    <form className={styles.addIds} onSubmit={submit}>
      <TextField
        label={t('cms.builder_bundle_ids')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" size="s" disabled={text.trim() === ''}>
        {t('cms.builder_add')}
      </Button>
    </form>
  )
}

const atOnce = 100

/** What the ids that were chosen earlier are called. */
function useNames(of: IdsRule['of'], ids: readonly string[]) {
  const [known, setKnown] = useState<Readonly<Record<string, PickedItem>>>({})
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set())
  const missing = of === 'tutorial' ? ids.filter((id) => !known[id] && !asked.has(id)).slice(0, atOnce) : []
  const key = missing.join()
  useEffect(() => {
    if (key === '') return
    const wanted = key.split(',')
    const query = { ids: JSON.stringify(wanted), pageNumber: 1, pageSize: atOnce }
    call<typeof getTutorialMap>('GET /api/learn/cn/tutorialMap', { query }).then(
      ({ tutorialMap }) => {
        const items = Object.values(tutorialMap).map(({ id, type, title, slug, language, thumbnail }) => {
          return [id, { id, type, title, slug, language, published: true, thumbnailUrl: thumbnail.url }] as const
        })
        setKnown((before) => ({ ...before, ...Object.fromEntries(items) }))
        setAsked((before) => new Set([...before, ...wanted]))
      },
      // the ids themselves are shown
      () => setAsked((before) => new Set([...before, ...wanted])),
    )
  }, [key])
  return { known, learn: (item: PickedItem) => setKnown((before) => ({ ...before, [item.id]: item })) }
}
