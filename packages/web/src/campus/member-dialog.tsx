import type {
  Class,
  changeClassMembers,
  changeMember,
  Member,
  Organisation,
} from '@lantern/contract/identity/organisations.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import styles from './organisation.module.css'
import { RoleChoice } from './role-choice.tsx'

interface MemberDialogProps {
  organisation: Organisation
  member: Member
  classes: readonly Class[]
  onClose: () => void
}

/** One member: the role and the end of the membership for admins, the classes for educators too. */
export function MemberDialog({ organisation, member, classes, onClose }: MemberDialogProps) {
  const t = useMessages()
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
  const save = async () => {
    const moved = open.filter(({ id }) => classIds.includes(id) !== member.classIds.includes(id))
    if (role === member.role && moved.length === 0) return onClose()
    const done = await change.send(
      async () => {
        if (role !== member.role) await setMember(role)
        for (const { id } of moved) await moveIn(id, classIds.includes(id))
      },
      t('campus.changed', { name: member.name }),
    )
    if (done) onClose()
  }
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
    <FormDialog
      title={member.name}
      submitLabel={t('campus.save')}
      cancelLabel={t('campus.cancel')}
      busy={change.busy}
      problem={change.problemBeside()}
      firstAct={
        isAdmin && (
          <Button theme="quiet" onClick={() => setEnds(true)}>
            {t('campus.end')}
          </Button>
        )
      }
      onSubmit={() => void save()}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
