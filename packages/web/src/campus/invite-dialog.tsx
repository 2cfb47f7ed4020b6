import type { inviteMember, Organisation } from '@lantern/contract/identity/organisations.ts'
import type { MemberRole } from '@lantern/contract/roles.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { TextField } from '#ui/text-field.tsx'
import { RoleChoice } from './role-choice.tsx'

/** Asks the owner of a phone to join. The dialog stays for the next one until it is closed. */
export function InviteDialog({ organisation, onClose }: { organisation: Organisation; onClose: () => void }) {
  const t = useMessages()
  const [phone, setPhone] = useState('')
  const [role, setRole] = useState<MemberRole>('learner')
  const change = useChange()
  const invite = async () => {
    const body = { phone: phone.trim(), role }
    const done = await change.send(
      () =>
        call<typeof inviteMember>('POST /api/campus/organisation/:id/member/invite', {
          params: { id: organisation.id },
          body,
        }),
      t('campus.invited', { phone: body.phone }),
    )
    if (done) setPhone('')
  }
  return (
    <FormDialog
      title={t('campus.invite_to', { name: organisation.name })}
      submitLabel={t('campus.invite')}
      cancelLabel={t('kit.close')}
      busy={change.busy}
      problem={change.problemBeside('phone')}
      onSubmit={() => void invite()}
      onClose={onClose}
    >
      <TextField
        label={t('campus.phone')}
        help={t('campus.phone_help')}
        type="tel"
        autoComplete="off"
        data-autofocus
        maxLength={32}
        value={phone}
        error={change.problemOf('phone')}
        onChange={({ currentTarget }) => {
          change.forget()
          setPhone(currentTarget.value)
        }}
      />
      <RoleChoice role={role} onRole={setRole} />
    </FormDialog>
  )
}
