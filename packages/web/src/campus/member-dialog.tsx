import type {
  Class,
  changeClassMembers,
  changeMember,
  Member,
  Organisation,
} from '@lantern/contract/identity/organisations.ts'
import { type FormEvent, useId, useState } from 'react'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './campus.module.css'
import { RoleChoice } from './role-choice.tsx'
import { useChange } from './use-change.ts'

interface MemberDialogProps {
  organisation: Organisation
  member: Member
  classes: readonly Class[]
  onClose: () => void
}

/** One member: the role and the end of the membership for admins, the classes for educators too. */
export function MemberDialog({ organisation, member, classes, onClose }: MemberDialogProps) {
  const t = useMessages()
  const form = useId()
  const [role, setRole] = useState(member.role)
  const [classIds, setClassIds] = useState<readonly string[]>(member.classIds)
  const [ends, setEnds] = useState(false)
  const change = useChange()
  const isAdmin = organisation.role === 'admin'
  const open = classes.filter(({ id, archived }) => !archived || member.classIds.includes(id))
  const params = { id: organisation.id }
  const setMember = (next: typeof role | null) =>
    call<typeof changeMember>('POST /api/campus/organisation/:id/member/role', {
      params,
      body: { userId: member.userId, role: next },
    })
  const moveIn = (classId: string, isIn: boolean) =>
    call<typeof changeClassMembers>('POST /api/campus/organisation/:id/class/:classId/members', {
      params: { ...params, classId },
      body: { add: isIn ? [member.userId] : [], remove: isIn ? [] : [member.userId] },
    })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const done = await change.send(
      async () => {
        if (role !== member.role) await setMember(role)
        for (const { id } of open) {
          const isIn = classIds.includes(id)
          if (isIn !== member.classIds.includes(id)) await moveIn(id, isIn)
        }
      },
      t('campus.changed', { name: member.name }),
    )
    if (done) onClose()
  }
  const problem = change.problemBeside()
  if (ends) {
    return (
      <ConfirmDialog
        open
        theme="delete"
        title={t('campus.end_of', { name: member.name })}
        confirmLabel={t('campus.end')}
        cancelLabel={t('campus.cancel')}
        closeLabel={t('kit.close')}
        onClose={() => setEnds(false)}
        onConfirm={async () => {
          const done = await change.send(() => setMember(null), t('campus.ended', { name: member.name }))
          if (done) onClose()
          else setEnds(false)
        }}
      >
        <p>{t('campus.end_text', { name: organisation.name })}</p>
      </ConfirmDialog>
    )
  }
  return (
    <Dialog
      open
      title={member.name}
      closeLabel={t('kit.close')}
      onClose={onClose}
      footer={
        <>
          {isAdmin && (
            <Button theme="quiet" onClick={() => setEnds(true)}>
              {t('campus.end')}
            </Button>
          )}
          <Button onClick={onClose}>{t('campus.cancel')}</Button>
          <Button type="submit" form={form} theme="primary" busy={change.busy}>
            {t('campus.save')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={save}>
        {isAdmin && <RoleChoice role={role} onRole={setRole} />}
        {open.length === 0 ? (
          <p className="muted small">{t('campus.no_classes')}</p>
        ) : (
          <fieldset className={styles.classChoice}>
            <legend className="small">{t('campus.classes')}</legend>
            {open.map(({ id, name }) => (
              <Checkbox
                key={id}
                checked={classIds.includes(id)}
                onChange={({ currentTarget: { checked } }) =>
                  setClassIds(checked ? [...classIds, id] : classIds.filter((one) => one !== id))
                }
              >
                {name}
              </Checkbox>
            ))}
          </fieldset>
        )}
        {problem && (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
