import type { Organisation } from '@lantern/contract/identity/organisations.ts'
import type { Directory, endDirectoryKeys, makeDirectoryKey } from '@lantern/contract/rosters/directory.ts'
import { Suspense, useState } from 'react'
import { call } from '#kit/call.ts'
import { CopyField } from '#kit/copy-field.tsx'
import { useFormat } from '#kit/format.ts'
import { useGuard } from '#kit/guards.tsx'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EntryPanel, EntryRow } from '#ui/entry-panel.tsx'
import { KeyRoundIcon, PlusIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './directory.module.css'

const DirectoryKeyDialog = lazyPart(async () => ({
  default: (await import('./directory-key-dialog.tsx')).DirectoryKeyDialog,
}))

interface DirectoryPanelProps {
  organisation: Pick<Organisation, 'id'>
  directory: Directory
}

/** The key and the address by which the school's directory writes people and classes here. */
export function DirectoryPanel({ organisation: { id }, directory }: DirectoryPanelProps) {
  const t = useMessages()
  const format = useFormat()
  const guard = useGuard()
  const change = useChange()
  const [made, setMade] = useState<string | null>(null)
  const [asked, setAsked] = useState<'renew' | 'end' | null>(null)
  const { address, keys, people, joined, classes } = directory
  const problem = change.problemBeside()
  const params = { id }
  const make = async () => {
    await change.send(async () => {
      const { key } = await call<typeof makeDirectoryKey>('POST /api/campus/organisation/:id/directory/key', { params })
      setMade(key)
    }, t('rosters.directory_key_made'))
    setAsked(null)
  }
  const end = async () => {
    await change.send(
      () => call<typeof endDirectoryKeys>('POST /api/campus/organisation/:id/directory/key/end', { params }),
      t('rosters.directory_ended'),
    )
    setAsked(null)
  }
  return (
    <EntryPanel
      title={t('rosters.directory')}
      lead={t('rosters.directory_lead')}
      act={
        <Button
          size="s"
          icon={<PlusIcon className="icon-s" />}
          disabled={change.busy}
          onClick={() => (keys.length > 0 ? setAsked('renew') : guard(['tfa'], () => void make()))}
        >
          {t('rosters.directory_key_new')}
        </Button>
      }
    >
      <div className={styles.parts}>
        {problem && (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
        <CopyField label={t('rosters.directory_address')} value={address} />
        {people + classes > 0 && (
          <p className="small muted">{t('rosters.directory_counts', { people, joined, classes })}</p>
        )}
      </div>
      {keys.length === 0 ? (
        <EmptyState bare level={3} title={t('rosters.directory_no_key')}>
          <p>{t('rosters.directory_no_key_text')}</p>
        </EmptyState>
      ) : (
        <ul>
          {keys.map(({ id: keyId, ending, createdAt, lastUsedAt, endsAt }, at) => (
            <EntryRow
              key={keyId}
              icon={<KeyRoundIcon />}
              name={<code>{`ls_…${ending}`}</code>}
              note={[
                t('rosters.directory_key_since', { date: format.date(createdAt) }),
                lastUsedAt
                  ? t('rosters.directory_key_used', { time: format.dateTime(lastUsedAt) })
                  : t('rosters.directory_key_unused'),
                endsAt && t('rosters.directory_key_until', { time: format.dateTime(endsAt) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            >
              {at === 0 && (
                <Button size="s" disabled={change.busy} onClick={() => setAsked('end')}>
                  {t('rosters.directory_end')}
                </Button>
              )}
            </EntryRow>
          ))}
        </ul>
      )}
      <Suspense>{made !== null && <DirectoryKeyDialog value={made} onClose={() => setMade(null)} />}</Suspense>
      <ConfirmDialog
        open={asked === 'renew'}
        title={t('rosters.directory_renew_question')}
        confirmLabel={t('rosters.directory_key_new')}
        cancelLabel={t('rosters.directory_cancel')}
        closeLabel={t('kit.close')}
        onConfirm={() => guard(['tfa'], () => void make())}
        onClose={() => setAsked(null)}
      >
        <p>{t('rosters.directory_renew_text')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'end'}
        theme="delete"
        title={t('rosters.directory_end_question')}
        confirmLabel={t('rosters.directory_end')}
        cancelLabel={t('rosters.directory_cancel')}
        closeLabel={t('kit.close')}
        onConfirm={() => end()}
        onClose={() => setAsked(null)}
      >
        <p>{t('rosters.directory_end_text')}</p>
      </ConfirmDialog>
    </EntryPanel>
  )
}
