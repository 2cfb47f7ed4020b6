import type { inviteMember, Organisation } from '@lantern/contract/identity/organisations.ts'
import type { MemberRole } from '@lantern/contract/roles.ts'
import { type FormEvent, useId, useState } from 'react'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './campus.module.css'
import { RoleChoice } from './role-choice.tsx'
import { useChange } from './use-change.ts'

/** Asks the owner of a phone to join. The dialog stays for the next one until it is closed. */
export function InviteDialog({ organisation, onClose }: { organisation: Organisation; onClose: () => void }) {
  const t = useMessages()
  const form = useId()
  const [phone, setPhone] = useState('')
  const [role, setRole] = useState<MemberRole>('learner')
  const change = useChange()
  const problem = change.problemBeside('phone')
  const invite = async (event: FormEvent) => {
    event.preventDefault()
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
    <Dialog
      open
      title={t('campus.invite_to', { name: organisation.name })}
      closeLabel={t('kit.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('kit.close')}</Button>
          <Button type="submit" form={form} theme="primary" busy={change.busy}>
            {t('campus.invite')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={invite} noValidate>
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
        {problem && (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
