import type { EditedType, OutlineContents } from '@lantern/contract/authoring/forms.ts'
import { useState } from 'react'
import { Combobox } from '#kit/combobox.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Select } from '#ui/text-field.tsx'
import { useEditorTools } from '../editor-shell/editor-tools.tsx'
import { type FoundItem, useFoundItems } from '../items/find-items.ts'
import { ItemLine } from '../items/item-line.tsx'
import styles from './add-contents.module.css'
import { mostChapters, mostContents } from './outline-edits.ts'
import { type ChosenTopics, TopicChoices, topicEntries } from './topic-choices.tsx'

type AddContentsProps = {
  type: 'project' | 'course'
  types: readonly EditedType[]
  without: string | undefined
  present: readonly string[]
  chapters: OutlineContents['chapters']
  onAdd: (item: FoundItem, chapterId: string | null) => void
}

/** Finds what can be in it and adds it to a chapter; the field stays for the next one. */
export function AddContents({ type, types, without, present, chapters, onAdd }: AddContentsProps) {
  const t = useMessages()
  const { campus } = useEditorTools()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [topics, setTopics] = useState<ChosenTopics>({})
  const found = useFoundItems(text.trim(), { types, campus, entries: topicEntries(topics) })
  const options = (found ?? []).filter(({ id }) => id !== without && !present.includes(id))
  // a chapter that was chosen may have gone since; where none was chosen the last one takes it
  const isThere = chosen === '' || chapters.some(({ id }) => id === chosen)
  const target = isThere ? chosen : (chapters.at(-1)?.id ?? '')
  return (
    <div className={styles.add}>
      <div className={styles.find}>
        <Combobox<FoundItem>
          label={t(`authoring.outline_add_help_${type}`)}
          placeholder={t('authoring.items_hint')}
          error={
            present.length >= mostContents
              ? t('authoring.outline_too_many', { contents: mostContents, chapters: mostChapters })
              : undefined
          }
          text={text}
          onText={setText}
          waiting={found === null}
          options={present.length >= mostContents ? [] : options}
          keyOf={({ id }) => id}
          nameOf={({ title }) => title}
          onTake={(item) => {
            setText('')
            onAdd(item, target || null)
          }}
        >
          {(item) => <ItemLine item={item} />}
        </Combobox>
      </div>
      <TopicChoices chosen={topics} onChoose={(group, id) => setTopics((now) => ({ ...now, [group]: id }))} />
      {chapters.length > 0 && (
        <Select
          label={t('authoring.outline_add_to')}
          value={target ?? ''}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          <option value="">{t('authoring.outline_before_chapters')}</option>
          {chapters.map(({ id, title }, index) => (
            <option key={id} value={id}>
              {t('authoring.outline_chapter_option', { number: index + 1, title })}
            </option>
          ))}
        </Select>
      )}
    </div>
  )
}
