import type { MemberRole } from '@lantern/contract/roles.ts'
import { useMessages } from '#kit/messages.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import styles from './campus.module.css'

/** What a member may do, one of three, with what that means in words. */
export function RoleChoice({ role, onRole }: { role: MemberRole; onRole: (role: MemberRole) => void }) {
  const t = useMessages()
  return (
    <div className={styles.role}>
      <p className="small" aria-hidden="true">
        {t('campus.role')}
      </p>
      <SegmentedControl<MemberRole>
        label={t('campus.role')}
        value={role}
        onValue={onRole}
        options={(['learner', 'educator', 'admin'] as const).map((value) => ({
          value,
          label: t(`campus.role_${value}`),
        }))}
      />
      <p className="small muted">{t(`campus.role_${role}_text`)}</p>
    </div>
  )
}
