import type { ClassPage } from '@lantern/contract/campus/assignments.ts'
import type { MessageAudience, sendClassMessage } from '@lantern/contract/campus/class-messages.ts'
import { mostMessageCharacters, mostTitleCharacters } from '@lantern/contract/campus/message-rules.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { TextArea } from '#ui/text-area.tsx'
import { Select, TextField } from '#ui/text-field.tsx'

const audiences: readonly MessageAudience[] = ['all', 'not_begun', 'late']

/** Writes to a class, or to those of it who are behind. */
export function MessageDialog({ shown, onClose }: { shown: ClassPage; onClose: () => void }) {
  const t = useMessages()
  // one message however often it is sent from this dialog
  const [key] = useState(() => crypto.randomUUID())
  const [title, setTitle] = useState('')
  const [text, setText] = useState('')
  const [audience, setAudience] = useState<MessageAudience>('all')
  const [assignmentId, setAssignmentId] = useState(shown.assignments[0]?.id ?? '')
  const change = useChange()
  const send = async () => {
    const done = await change.send(
      () =>
        call<typeof sendClassMessage>('POST /api/campus/class/:classId/message', {
          params: { classId: shown.id },
          body: { key, title, text, audience, ...(audience !== 'all' && { assignmentId }) },
        }),
      t('campus.message_sent'),
    )
    if (done) onClose()
  }
  const learners = shown.learners ?? 0
  const counts = shown.assignments.find(({ id }) => id === assignmentId)?.counts
  const peopleOf: Record<MessageAudience, number> = {
    all: learners,
    not_begun: counts ? counts.learners - counts.done - counts.begun : 0,
    late: counts?.late ?? 0,
  }
  return (
    <FormDialog
      title={t('campus.message_to', { class: shown.name })}
      submitLabel={t('campus.message_send')}
      cancelLabel={t('campus.cancel')}
      busy={change.busy}
      problem={change.problemBeside('title', 'text', 'audience')}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {shown.assignments.length > 0 && (
        <Select
          label={t('campus.message_audience')}
          value={audience}
          error={change.problemOf('audience')}
          onChange={({ currentTarget }) => setAudience(currentTarget.value as MessageAudience)}
        >
          {audiences.map((one) => (
            <option key={one} value={one}>
              {t(`campus.message_audience_${one}`, { count: peopleOf[one] })}
            </option>
          ))}
        </Select>
      )}
      {audience !== 'all' && (
        <Select
          label={t('campus.which_assignment')}
          value={assignmentId}
          onChange={({ currentTarget }) => setAssignmentId(currentTarget.value)}
        >
          {shown.assignments.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </Select>
      )}
      <TextField
        label={t('campus.message_title')}
        data-autofocus
        maxLength={mostTitleCharacters}
        autoComplete="off"
        value={title}
        error={change.problemOf('title')}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <TextArea
        label={t('campus.message_text')}
        help={t('campus.message_text_help')}
        rows={5}
        limit={mostMessageCharacters}
        value={text}
        onValue={setText}
        error={change.problemOf('text')}
      />
    </FormDialog>
  )
}
