import type { ClassPage } from '@lantern/contract/campus/assignments.ts'
import type { ClassGroup, ClassGroups, deleteGroup } from '@lantern/contract/campus/groups.ts'
import { Suspense, useState } from 'react'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PlusIcon, UsersIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import campus from './campus.module.css'
import styles from './class.module.css'

const GroupDialog = lazyPart(async () => ({ default: (await import('./group-dialog.tsx')).GroupDialog }))
const SplitDialog = lazyPart(async () => ({ default: (await import('./split-dialog.tsx')).SplitDialog }))

type Act = { name: 'new' | 'split' } | { name: 'edit' | 'delete'; group: ClassGroup }

/** The groups of a class with who is in them, for its teachers. */
export function GroupsTab({ shown, groups: { groups, learners } }: { shown: ClassPage; groups: ClassGroups }) {
  const t = useMessages()
  const format = useFormat()
  const [act, setAct] = useState<Act | null>(null)
  const change = useChange()
  const problem = change.problemBeside()
  const close = () => setAct(null)
  const nameOf = new Map(learners.map(({ userId, name }) => [userId, name]))
  const grouped = new Set(groups.flatMap(({ userIds }) => userIds))
  const without = learners.filter(({ userId }) => !grouped.has(userId))
  const remove = async ({ id, name }: ClassGroup) => {
    const params = { classId: shown.id, groupId: id }
    await change.send(
      () => call<typeof deleteGroup>('POST /api/campus/class/:classId/group/:groupId/delete', { params }),
      t('campus.group_deleted', { name }),
    )
    close()
  }
  const acts = (
    <div className="row">
      <Button
        icon={<UsersIcon className="icon-s" />}
        disabled={without.length === 0}
        onClick={() => setAct({ name: 'split' })}
      >
        {t('campus.group_split')}
      </Button>
      <Button icon={<PlusIcon className="icon-s" />} onClick={() => setAct({ name: 'new' })}>
        {t('campus.group_new')}
      </Button>
    </div>
  )
  return (
    <div className={campus.part}>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {groups.length === 0 ? (
        <EmptyState title={t('campus.groups_none')} actions={acts}>
          <p>{t('campus.groups_lead')}</p>
        </EmptyState>
      ) : (
        <>
          <div className={campus.head}>
            <p className="muted small">{t('campus.groups_lead')}</p>
            {acts}
          </div>
          <Panel padded={false}>
            <ul className={styles.list} aria-label={t('campus.groups')}>
              {groups.map((group) => (
                <li key={group.id}>
                  <div className={styles.about}>
                    <strong>{group.name}</strong>
                    <span className="small muted">{t('campus.people_count', { count: group.userIds.length })}</span>
                    <p className={`small ${styles.note}`}>
                      {format.list(group.userIds.map((userId) => nameOf.get(userId) ?? ''))}
                    </p>
                  </div>
                  <div className={styles.acts}>
                    <Button
                      size="s"
                      aria-label={t('campus.group_edit_of', { name: group.name })}
                      onClick={() => setAct({ name: 'edit', group })}
                    >
                      {t('campus.edit')}
                    </Button>
                    <Button
                      size="s"
                      theme="quiet"
                      aria-label={t('campus.group_delete_of', { name: group.name })}
                      onClick={() => setAct({ name: 'delete', group })}
                    >
                      {t('campus.group_delete')}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          </Panel>
          {without.length > 0 && (
            <p className="small muted">
              {t('campus.group_without', { names: format.list(without.map(({ name }) => name)) })}
            </p>
          )}
        </>
      )}
      <Suspense>
        {(act?.name === 'new' || act?.name === 'edit') && (
          <GroupDialog
            classId={shown.id}
            edited={act.name === 'edit' ? act.group : null}
            learners={learners}
            groups={groups}
            onClose={close}
          />
        )}
        {act?.name === 'split' && <SplitDialog classId={shown.id} count={without.length} onClose={close} />}
      </Suspense>
      <ConfirmDialog
        open={act?.name === 'delete'}
        theme="delete"
        title={t('campus.group_delete_of', { name: act?.name === 'delete' ? act.group.name : '' })}
        confirmLabel={t('campus.group_delete')}
        cancelLabel={t('campus.cancel')}
        closeLabel={t('kit.close')}
        onConfirm={() => act?.name === 'delete' && remove(act.group)}
        onClose={close}
      >
        <p>{t('campus.group_delete_text')}</p>
      </ConfirmDialog>
    </div>
  )
}
