import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { addClassTool, listClassTools } from '@lantern/contract/lti/tools.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { LinkButton } from '#ui/button.tsx'
import { Select, TextField } from '#ui/text-field.tsx'

interface AddToolDialogProps {
  classId: string
  tools: ResponseOf<typeof listClassTools>['tools']
  onClose: () => void
}

/** A teacher gives a class a tool as it opens by itself, or goes there to choose. */
export function AddToolDialog({ classId, tools, onClose }: AddToolDialogProps) {
  const t = useMessages()
  const [toolId, setToolId] = useState(tools[0]?.id ?? '')
  const [title, setTitle] = useState('')
  const change = useChange()
  const chosen = tools.find(({ id }) => id === toolId)
  const add = async () => {
    const done = await change.send(
      () =>
        call<typeof addClassTool>('POST /api/campus/class/:classId/tool', {
          params: { classId },
          body: { toolId, title: title.trim() },
        }),
      t('lti.class_tool_added', { title: title.trim() }),
    )
    if (done) onClose()
  }
  return (
    <FormDialog
      title={t('lti.add_class_tool')}
      submitLabel={t('lti.save')}
      cancelLabel={t('lti.cancel')}
      busy={change.busy}
      problem={change.problemBeside('title')}
      onSubmit={() => void add()}
      onClose={onClose}
      firstAct={
        chosen?.canChoose && (
          <LinkButton to={`/lti/open/${classId}/${toolId}`} leaves>
            {t('lti.choose_there')}
          </LinkButton>
        )
      }
    >
      <Select label={t('lti.tool')} value={toolId} onChange={({ currentTarget }) => setToolId(currentTarget.value)}>
        {tools.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <TextField
        label={t('lti.class_tool_title')}
        help={t('lti.class_tool_title_help')}
        data-autofocus
        maxLength={200}
        autoComplete="off"
        value={title}
        error={change.problemOf('title')}
        onChange={({ currentTarget }) => {
          change.forget()
          setTitle(currentTarget.value)
        }}
      />
    </FormDialog>
  )
}
