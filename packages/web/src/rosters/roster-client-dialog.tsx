import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { createRosterClient } from '@lantern/contract/rosters/oneroster-clients.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { CopyField } from '#kit/copy-field.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useGuard } from '#kit/guards.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button } from '#ui/button.tsx'
import { DoneDialog } from '#ui/done-dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './directory.module.css'

interface RosterClientDialogProps {
  organisationId: string
  onClose: () => void
}

/** Makes a key for a program, and shows it: this once. */
export function RosterClientDialog({ organisationId, onClose }: RosterClientDialogProps) {
  const t = useMessages()
  const guard = useGuard()
  const change = useChange()
  const [name, setName] = useState('')
  const [made, setMade] = useState<ResponseOf<typeof createRosterClient> | null>(null)
  const make = () =>
    change.send(async () => {
      setMade(
        await call<typeof createRosterClient>('POST /api/campus/organisation/:id/oneroster/client', {
          params: { id: organisationId },
          body: { name: name.trim() },
        }),
      )
    }, t('rosters.directory_key_made'))
  if (made)
    return (
      <DoneDialog
        title={t('rosters.directory_key_made')}
        closeLabel={t('kit.close')}
        keepOnOutside
        onClose={onClose}
        footer={
          <Button theme="primary" onClick={onClose}>
            {t('rosters.directory_key_kept')}
          </Button>
        }
      >
        <div className={styles.made}>
          <p>{t('rosters.clients_once')}</p>
          <CopyField label={t('rosters.source_field_clientId')} value={made.id} />
          <CopyField label={t('rosters.source_field_clientSecret')} value={made.secret} />
        </div>
      </DoneDialog>
    )
  return (
    <FormDialog
      title={t('rosters.directory_key_new')}
      submitLabel={t('rosters.directory_key_new')}
      cancelLabel={t('rosters.directory_cancel')}
      busy={change.busy}
      problem={change.problemBeside('name')}
      onSubmit={() => guard(['tfa'], () => void make())}
      onClose={onClose}
    >
      <TextField
        label={t('rosters.clients_name')}
        help={t('rosters.clients_name_help')}
        required
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
