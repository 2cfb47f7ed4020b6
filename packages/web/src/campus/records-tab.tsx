import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { Organisation } from '@lantern/contract/identity/organisations.ts'
import type { listXapiCredentials, revokeXapiCredential, XapiCredential } from '@lantern/contract/xapi/credentials.ts'
import type { getRecordSettings } from '@lantern/contract/xapi/record-settings.ts'
import { Suspense, useState } from 'react'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { endCell, Table } from '#ui/table.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './campus.module.css'
import { RecordSettings } from './record-settings.tsx'

const RecordKeyDialog = lazyPart(async () => ({ default: (await import('./record-key-dialog.tsx')).RecordKeyDialog }))

interface RecordsTabProps {
  organisation: Organisation
  records: ResponseOf<typeof listXapiCredentials>
  settings: ResponseOf<typeof getRecordSettings> | undefined
}

/** Where other systems write and read learning records of the organisation, and with which keys. */
export function RecordsTab({ organisation, records: { address, credentials }, settings }: RecordsTabProps) {
  const t = useMessages()
  const [makes, setMakes] = useState(false)
  const [ended, setEnded] = useState<XapiCredential | null>(null)
  const change = useChange()
  const problem = change.problemBeside()
  const revoke = async ({ id, name }: XapiCredential) => {
    await change.send(
      () =>
        call<typeof revokeXapiCredential>('POST /api/campus/organisation/:id/xapi/credential/revoke', {
          params: { id: organisation.id },
          body: { credentialId: id },
        }),
      t('campus.key_revoked', { name }),
    )
    setEnded(null)
  }
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <p className="muted small">{t('campus.records_lead')}</p>
        <Button theme="primary" onClick={() => setMakes(true)}>
          {t('campus.key_new')}
        </Button>
      </div>
      <TextField label={t('campus.records_address')} help={t('campus.records_address_help')} readOnly value={address} />
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {credentials.length === 0 ? (
        <EmptyState title={t('campus.no_keys')}>
          <p>{t('campus.no_keys_text')}</p>
        </EmptyState>
      ) : (
        <KeyTable credentials={credentials} onEnd={setEnded} />
      )}
      {settings && <RecordSettings organisationId={organisation.id} settings={settings} />}
      <Suspense>{makes && <RecordKeyDialog organisation={organisation} onClose={() => setMakes(false)} />}</Suspense>
      <ConfirmDialog
        open={ended !== null}
        theme="delete"
        title={t('campus.key_revoke_question', { name: ended?.name ?? '' })}
        confirmLabel={t('campus.key_revoke')}
        cancelLabel={t('campus.cancel')}
        closeLabel={t('kit.close')}
        onConfirm={() => ended && revoke(ended)}
        onClose={() => setEnded(null)}
      >
        <p>{t('campus.key_revoke_text')}</p>
      </ConfirmDialog>
    </div>
  )
}

interface KeyTableProps {
  credentials: readonly XapiCredential[]
  onEnd: (credential: XapiCredential) => void
}

function KeyTable({ credentials, onEnd }: KeyTableProps) {
  const t = useMessages()
  const format = useFormat()
  return (
    <Table label={t('campus.keys')}>
      <thead>
        <tr>
          <th scope="col">{t('campus.key_name')}</th>
          <th scope="col" className={styles.mid}>
            {t('campus.since')}
          </th>
          <th scope="col" className={styles.mid}>
            {t('campus.key_last_used')}
          </th>
          <th scope="col">
            <span className="sr">{t('campus.acts')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {credentials.map((one) => (
          <tr key={one.id}>
            <th scope="row">
              <span className={styles.name}>
                {one.name}
                <code className="muted small">{one.id}</code>
              </span>
            </th>
            <td className={styles.mid}>{format.date(one.createdAt)}</td>
            <td className={styles.mid}>{one.lastUsedAt ? format.date(one.lastUsedAt) : t('campus.key_never_used')}</td>
            <td className={endCell}>
              {one.revoked ? (
                <Badge>{t('campus.key_ended')}</Badge>
              ) : (
                <Button size="s" aria-label={t('campus.key_revoke_of', { name: one.name })} onClick={() => onEnd(one)}>
                  {t('campus.key_revoke')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
