import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { Organisation } from '@lantern/contract/identity/organisations.ts'
import type { createXapiCredential } from '@lantern/contract/xapi/credentials.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button } from '#ui/button.tsx'
import { DoneDialog } from '#ui/done-dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './campus.module.css'

interface RecordKeyDialogProps {
  organisation: Organisation
  onClose: () => void
}

/** Makes a key to the learning records, and shows its password: this once. */
export function RecordKeyDialog({ organisation, onClose }: RecordKeyDialogProps) {
  const t = useMessages()
  const [name, setName] = useState('')
  const [made, setMade] = useState<ResponseOf<typeof createXapiCredential> | null>(null)
  const change = useChange()
  const make = () =>
    change.send(
      async () => {
        const body = { name: name.trim() }
        setMade(
          await call<typeof createXapiCredential>('POST /api/campus/organisation/:id/xapi/credential', {
            params: { id: organisation.id },
            body,
          }),
        )
      },
      t('campus.key_made', { name: name.trim() }),
    )
  if (made) {
    return (
      <DoneDialog
        title={t('campus.key_made', { name: name.trim() })}
        closeLabel={t('kit.close')}
        keepOnOutside
        onClose={onClose}
        footer={
          <Button theme="primary" onClick={onClose}>
            {t('campus.key_kept')}
          </Button>
        }
      >
        <div className={styles.form}>
          <p>{t('campus.key_once')}</p>
          <TextField label={t('campus.key_user_name')} readOnly value={made.id} />
          <TextField label={t('campus.key_password')} readOnly value={made.secret} />
        </div>
      </DoneDialog>
    )
  }
  return (
    <FormDialog
      title={t('campus.key_new')}
      submitLabel={t('campus.key_new')}
      cancelLabel={t('campus.cancel')}
      busy={change.busy}
      problem={change.problemBeside('name')}
      onSubmit={() => void make()}
      onClose={onClose}
    >
      <TextField
        label={t('campus.key_name')}
        help={t('campus.key_name_help')}
        data-autofocus
        maxLength={100}
        autoComplete="off"
        value={name}
        error={change.problemOf('name')}
        onChange={({ currentTarget }) => {
          change.forget()
          setName(currentTarget.value)
        }}
      />
    </FormDialog>
  )
}
