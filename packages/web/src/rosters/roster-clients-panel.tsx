import type { Organisation } from '@lantern/contract/identity/organisations.ts'
import type { RosterClients, revokeRosterClient } from '@lantern/contract/rosters/oneroster-clients.ts'
import { Suspense, useState } from 'react'
import { call } from '#kit/call.ts'
import { CopyField } from '#kit/copy-field.tsx'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EntryPanel, EntryRow } from '#ui/entry-panel.tsx'
import { KeyRoundIcon, PlusIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './directory.module.css'

const RosterClientDialog = lazyPart(async () => ({
  default: (await import('./roster-client-dialog.tsx')).RosterClientDialog,
}))

interface RosterClientsPanelProps {
  organisation: Pick<Organisation, 'id'>
  keys: RosterClients
}

/** Keys with which the school's other programs read people and classes here. */
export function RosterClientsPanel({ organisation: { id }, keys }: RosterClientsPanelProps) {
  const t = useMessages()
  const format = useFormat()
  const change = useChange()
  const [isMaking, setMaking] = useState(false)
  const [asked, setAsked] = useState<{ id: string; name: string } | null>(null)
  const problem = change.problemBeside()
  const end = async () => {
    if (!asked) return
    await change.send(
      () =>
        call<typeof revokeRosterClient>('POST /api/campus/organisation/:id/oneroster/client/revoke', {
          params: { id },
          body: { clientId: asked.id },
        }),
      t('rosters.clients_end_done'),
    )
    setAsked(null)
  }
  return (
    <EntryPanel
      title={t('rosters.clients')}
      lead={t('rosters.clients_lead')}
      act={
        <Button size="s" icon={<PlusIcon className="icon-s" />} onClick={() => setMaking(true)}>
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
        <CopyField label={t('rosters.source_field_address')} value={keys.address} />
        <CopyField label={t('rosters.source_field_tokenAddress')} value={keys.tokenAddress} />
      </div>
      {keys.clients.length === 0 ? (
        <EmptyState bare level={3} title={t('rosters.directory_no_key')}>
          <p>{t('rosters.clients_none_text')}</p>
        </EmptyState>
      ) : (
        <ul>
          {keys.clients.map(({ id: clientId, name, createdAt, lastUsedAt, revoked }) => (
            <EntryRow
              key={clientId}
              icon={<KeyRoundIcon />}
              name={name}
              note={[
                t('rosters.directory_key_since', { date: format.date(createdAt) }),
                lastUsedAt
                  ? t('rosters.directory_key_used', { time: format.dateTime(lastUsedAt) })
                  : t('rosters.directory_key_unused'),
              ].join(' · ')}
            >
              {revoked ? (
                <Badge>{t('rosters.clients_ended')}</Badge>
              ) : (
                <Button
                  size="s"
                  aria-label={t('rosters.clients_end_of', { name })}
                  onClick={() => setAsked({ id: clientId, name })}
                >
                  {t('rosters.clients_end')}
                </Button>
              )}
            </EntryRow>
          ))}
        </ul>
      )}
      <Suspense>{isMaking && <RosterClientDialog organisationId={id} onClose={() => setMaking(false)} />}</Suspense>
      <ConfirmDialog
        open={asked !== null}
        theme="delete"
        title={t('rosters.clients_end_of', { name: asked?.name ?? '' })}
        confirmLabel={t('rosters.clients_end')}
        cancelLabel={t('rosters.directory_cancel')}
        closeLabel={t('kit.close')}
        onConfirm={() => end()}
        onClose={() => setAsked(null)}
      >
        <p>{t('rosters.clients_end_text')}</p>
      </ConfirmDialog>
    </EntryPanel>
  )
}
