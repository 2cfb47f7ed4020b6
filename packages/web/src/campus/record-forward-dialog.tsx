import type { RecordForward, saveRecordForward } from '@lantern/contract/xapi/record-settings.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useGuard } from '#kit/guards.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'

interface ForwardDialogProps {
  organisationId: string
  /** Null: none is set up. */
  forward: RecordForward | null
  onClose: () => void
}

/** The outside store, and with what it lets this site in. */
export function ForwardDialog({ organisationId, forward, onClose }: ForwardDialogProps) {
  const t = useMessages()
  const guard = useGuard()
  // without a password, which is not shown
  const [began] = useState(() => forward && { address: forward.address, userName: forward.userName })
  const [form, setForm] = useState({ address: forward?.address ?? '', userName: forward?.userName ?? '', password: '' })
  const [sendsEarlier, setSendsEarlier] = useState(false)
  const change = useChange()
  const set = (field: keyof typeof form, value: string) => {
    change.forget()
    setForm((before) => ({ ...before, [field]: value }))
  }
  const save = async () => {
    const address = form.address.trim()
    const { userName, password } = form
    const host = URL.canParse(address) ? new URL(address).host : address
    const saved = await change.send(
      () =>
        call<typeof saveRecordForward>('POST /api/campus/organisation/:id/xapi/forward', {
          params: { id: organisationId },
          body: {
            address,
            userName: userName.trim(),
            ...(password && { password }),
            sendsEarlier,
            ...change.before(began),
          },
        }),
      t('campus.forward_saved', { host }),
    )
    if (saved) onClose()
  }
  return (
    <FormDialog
      title={t('campus.forward')}
      submitLabel={t('campus.forward_save')}
      cancelLabel={t('campus.cancel')}
      busy={change.busy}
      problem={change.problemBeside('address', 'userName', 'password')}
      onSubmit={() => guard(['tfa'], () => void save())}
      onClose={onClose}
    >
      <TextField
        label={t('campus.records_address')}
        help={t('campus.forward_address_help')}
        type="url"
        data-autofocus
        maxLength={1000}
        autoComplete="off"
        value={form.address}
        error={change.problemOf('address')}
        onChange={({ currentTarget }) => set('address', currentTarget.value)}
      />
      <TextField
        label={t('campus.key_user_name')}
        maxLength={200}
        autoComplete="off"
        value={form.userName}
        error={change.problemOf('userName')}
        onChange={({ currentTarget }) => set('userName', currentTarget.value)}
      />
      <TextField
        label={t('campus.key_password')}
        help={forward ? t('campus.forward_password_help') : undefined}
        type="password"
        maxLength={500}
        autoComplete="new-password"
        value={form.password}
        error={change.problemOf('password')}
        onChange={({ currentTarget }) => set('password', currentTarget.value)}
      />
      <Checkbox checked={sendsEarlier} onChange={({ currentTarget }) => setSendsEarlier(currentTarget.checked)}>
        {t('campus.forward_earlier')}
      </Checkbox>
    </FormDialog>
  )
}
