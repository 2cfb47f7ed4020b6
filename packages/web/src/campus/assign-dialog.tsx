import { mostNoteCharacters } from '@lantern/contract/campus/assignment-rules.ts'
import type {
  AssignableItem,
  Assignment,
  AssignmentForm,
  assignItem,
  ClassPage,
  findAssignable,
} from '@lantern/contract/campus/assignments.ts'
import { useState } from 'react'
import { useItemWords } from '#catalog/index.ts'
import { call } from '#kit/call.ts'
import { Combobox } from '#kit/combobox.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { useFound } from '#kit/use-found.ts'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import styles from './class.module.css'
import { DateFields, useDates } from './date-fields.tsx'
import { PrerequisiteFields } from './prerequisite-fields.tsx'
import { type PickedRecipients, RecipientFields } from './recipient-fields.tsx'

interface AssignDialogProps {
  shown: ClassPage
  /** Null: a new one. */
  edited: Assignment | null
  onClose: () => void
}

const besideFields = ['opensAt', 'dueAt', 'note', 'recipients', 'prerequisites']

/** Assigns an item to a class, or gives an assignment other dates and words. */
export function AssignDialog({ shown, edited, onClose }: AssignDialogProps) {
  const t = useMessages()
  const [item, setItem] = useState<Pick<AssignableItem, 'id' | 'title'> | null>(null)
  const [text, setText] = useState('')
  const [dates, setDates, { zone }] = useDates(shown.timeZone, edited)
  const [note, setNote] = useState(edited?.note ?? '')
  const [picked, setPicked] = useState<PickedRecipients>(() => pickedOf(edited))
  const [first, setFirst] = useState(edited?.prerequisites ?? [])
  const change = useChange()
  // an address that was pasted is named as it is
  const named = edited?.itemId ?? (item && item.title === text ? item.id : text.trim())
  const isAgain = !edited && shown.assignments.some(({ itemId }) => itemId === named)
  const assign = async () => {
    const done = await change.send(
      () =>
        call<typeof assignItem>('POST /api/campus/class/:classId/assignment', {
          params: { classId: shown.id },
          body: {
            ...(edited && { assignmentId: edited.id, ...change.before(formOf(edited)) }),
            item: named,
            ...dates,
            note,
            recipients: picked && { groupIds: [...picked.groupIds], userIds: [...picked.userIds] },
            prerequisites: first,
          },
        }),
      t(edited ? 'campus.assignment_saved' : 'campus.assigned'),
    )
    if (done) onClose()
  }
  return (
    <FormDialog
      title={edited ? t('campus.edit_of', { title: edited.title }) : t('campus.assign_to', { name: shown.name })}
      submitLabel={t(edited ? 'campus.save' : 'campus.assign')}
      cancelLabel={t('campus.cancel')}
      busy={change.busy}
      problem={change.problemBeside(...(edited ? [] : ['item']), ...besideFields)}
      onSubmit={() => void assign()}
      onClose={onClose}
    >
      {!edited && (
        <ItemChoice
          classId={shown.id}
          text={text}
          error={change.problemOf('item')}
          onText={(next) => {
            change.forget()
            setText(next)
          }}
          onTake={(taken) => {
            change.forget()
            setItem(taken)
            setText(taken.title)
          }}
        />
      )}
      {isAgain && (
        <Notice tone="warn" live>
          {t('campus.assign_again')}
        </Notice>
      )}
      <RecipientFields
        shown={shown}
        picked={picked}
        error={change.problemOf('recipients')}
        onPick={(next) => {
          change.forget()
          setPicked(next)
        }}
      />
      <DateFields dates={dates} onDates={setDates} zone={zone} change={change} />
      <PrerequisiteFields
        others={shown.assignments.filter(({ id }) => id !== edited?.id)}
        chosen={first}
        error={change.problemOf('prerequisites')}
        onChoose={(next) => {
          change.forget()
          setFirst(next)
        }}
      />
      <TextArea
        label={t('campus.assign_note')}
        mark={t('campus.optional')}
        help={t('campus.assign_note_help')}
        rows={3}
        limit={mostNoteCharacters}
        value={note}
        onValue={setNote}
        error={change.problemOf('note')}
      />
    </FormDialog>
  )
}

function formOf({ opensAt, dueAt, note, recipients, prerequisites }: Assignment): AssignmentForm {
  return {
    ...{ opensAt, dueAt, note, prerequisites },
    recipients: recipients && {
      groupIds: recipients.groups.map(({ id }) => id),
      userIds: recipients.people.map(({ userId }) => userId),
    },
  }
}

function pickedOf(edited: Assignment | null): PickedRecipients {
  const { groups, people } = edited?.recipients ?? {}
  return groups && people ? { groupIds: groups.map(({ id }) => id), userIds: people.map(({ userId }) => userId) } : null
}

interface ItemChoiceProps {
  classId: string
  text: string
  error: string | undefined
  onText: (text: string) => void
  onTake: (item: AssignableItem) => void
}

function ItemChoice({ classId, text, error, onText, onTake }: ItemChoiceProps) {
  const t = useMessages()
  const words = useItemWords()
  const q = text.trim()
  const found = useFound(q, async () => {
    const answer = await call<typeof findAssignable>('GET /api/campus/class/:classId/assignable', {
      params: { classId },
      query: q ? { q } : {},
    })
    return answer.results
  })
  return (
    <Combobox<AssignableItem>
      label={t('campus.assign_item')}
      placeholder={t('campus.assign_item_hint')}
      text={text}
      onText={onText}
      error={error}
      options={found ?? []}
      waiting={found === null}
      keyOf={({ id }) => id}
      nameOf={({ title }) => title}
      onTake={onTake}
    >
      {({ type, title, language }) => (
        <span className={styles.option}>
          <span lang={language}>{title}</span>
          <span className="tiny muted">{words.type(type)}</span>
        </span>
      )}
    </Combobox>
  )
}
