import type { RosterSource, saveRosterSource } from '@lantern/contract/rosters/oneroster-source.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useGuard } from '#kit/guards.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'

interface SourceDialogProps {
  organisationId: string
  source: RosterSource['source']
  onClose: () => void
}

const fields = ['address', 'tokenAddress', 'clientId', 'clientSecret'] as const

/** Where the system outside is, and with what one is let in. It is asked once before it is kept. */
export function SourceDialog({ organisationId, source, onClose }: SourceDialogProps) {
  const t = useMessages()
  const guard = useGuard()
  const change = useChange()
  const [typed, setTyped] = useState({
    address: source?.address ?? '',
    tokenAddress: source?.tokenAddress ?? '',
    clientId: source?.clientId ?? '',
    clientSecret: '',
  })
  // without a secret, which is not shown
  const [began] = useState(
    () =>
      source && {
        address: source.address,
        tokenAddress: source.tokenAddress,
        clientId: source.clientId,
        isNightly: source.isNightly,
      },
  )
  const [isNightly, setNightly] = useState(source?.isNightly ?? true)
  const isMoved = source?.address !== typed.address.trim() || source.tokenAddress !== typed.tokenAddress.trim()
  const save = async () => {
    const { clientSecret, ...rest } = typed
    const saved = await change.send(
      () =>
        call<typeof saveRosterSource>('POST /api/campus/organisation/:id/oneroster/source', {
          params: { id: organisationId },
          body: { ...rest, isNightly, ...(clientSecret !== '' && { clientSecret }), ...change.before(began) },
        }),
      t('rosters.source_saved'),
    )
    if (saved) onClose()
  }
  return (
    <FormDialog
      title={t(source ? 'rosters.source_change' : 'rosters.source_add')}
      submitLabel={t('rosters.source_save')}
      cancelLabel={t('rosters.directory_cancel')}
      busy={change.busy}
      problem={change.problemBeside(...fields)}
      onSubmit={() => guard(['tfa'], () => void save())}
      onClose={onClose}
    >
      {fields.map((field) => (
        <TextField
          key={field}
          label={t(`rosters.source_field_${field}`)}
          help={field === 'address' ? t('rosters.source_address_help') : undefined}
          placeholder={field === 'clientSecret' && !isMoved ? t('rosters.source_secret_kept') : undefined}
          type={field === 'clientSecret' ? 'password' : field === 'clientId' ? 'text' : 'url'}
          autoComplete="off"
          required={field !== 'clientSecret' || isMoved}
          data-autofocus={field === 'address' ? true : undefined}
          maxLength={1000}
          value={typed[field]}
          error={change.problemOf(field)}
          onChange={({ currentTarget: { value } }) => {
            change.forget()
            setTyped((before) => ({ ...before, [field]: value }))
          }}
        />
      ))}
      <Checkbox checked={isNightly} onChange={({ currentTarget }) => setNightly(currentTarget.checked)}>
        {t('rosters.source_nightly')}
      </Checkbox>
    </FormDialog>
  )
}
