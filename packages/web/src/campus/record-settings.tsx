import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type {
  changeRecordSettings,
  getRecordSettings,
  RecordForward,
  removeRecordForward,
  retryRecordForward,
} from '@lantern/contract/xapi/record-settings.ts'
import { type ReactNode, Suspense, useState } from 'react'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EntryPanel, EntryRow } from '#ui/entry-panel.tsx'
import { CircleCheckBigIcon, EllipsisIcon, TriangleAlertIcon, WebhookIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { Notice } from '#ui/notice.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import styles from './organisation.module.css'

const ForwardDialog = lazyPart(async () => ({ default: (await import('./record-forward-dialog.tsx')).ForwardDialog }))

interface RecordSettingsProps {
  organisationId: string
  settings: ResponseOf<typeof getRecordSettings>
}

/** What the site writes into the records itself, and the outside store that they go on to. */
export function RecordSettings({ organisationId, settings: { writesOwn, profile, forward } }: RecordSettingsProps) {
  const t = useMessages()
  const [edits, setEdits] = useState(false)
  const [removes, setRemoves] = useState(false)
  const change = useChange()
  const problem = change.problemBeside()
  const params = { id: organisationId }
  const host = forward ? hostOf(forward) : ''
  const turn = (on: boolean) =>
    change.send(
      () =>
        call<typeof changeRecordSettings>('POST /api/campus/organisation/:id/xapi/settings', {
          params,
          body: { writesOwn: on },
        }),
      t(on ? 'campus.records_own_on' : 'campus.records_own_off'),
    )
  const retry = () =>
    change.send(
      () => call<typeof retryRecordForward>('POST /api/campus/organisation/:id/xapi/forward/retry', { params }),
      t('campus.forward_retried'),
    )
  const remove = async () => {
    await change.send(
      () => call<typeof removeRecordForward>('POST /api/campus/organisation/:id/xapi/forward/remove', { params }),
      t('campus.forward_removed', { host }),
    )
    setRemoves(false)
  }
  return (
    <>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <EntryPanel
        title={t('campus.records_own')}
        lead={
          <>
            {t('campus.records_own_help')} <TextLink to={profile}>{t('campus.records_profile')}</TextLink>
          </>
        }
      >
        <div className={styles.panelPart}>
          <ChoiceSwitch checked={writesOwn} disabled={change.busy} onChange={(on) => void turn(on)}>
            {t('campus.records_own_switch')}
          </ChoiceSwitch>
        </div>
      </EntryPanel>
      <EntryPanel
        title={t('campus.forward')}
        lead={t('campus.forward_lead')}
        act={
          !forward && (
            <Button size="s" onClick={() => setEdits(true)}>
              {t('campus.forward_set')}
            </Button>
          )
        }
      >
        {forward ? (
          <>
            <ul>
              <ForwardRow forward={forward}>
                <MenuItem onSelect={() => setEdits(true)}>{t('campus.forward_change')}</MenuItem>
                <MenuItem onSelect={() => void retry()}>{t('campus.forward_retry')}</MenuItem>
                <MenuSeparator />
                <MenuItem tone="bad" onSelect={() => setRemoves(true)}>
                  {t('campus.forward_remove')}
                </MenuItem>
              </ForwardRow>
            </ul>
            <ForwardTroubles forward={forward} />
          </>
        ) : (
          <EmptyState bare level={3} title={t('campus.forward_none')} />
        )}
      </EntryPanel>
      <Suspense>
        {edits && <ForwardDialog organisationId={organisationId} forward={forward} onClose={() => setEdits(false)} />}
      </Suspense>
      <ConfirmDialog
        open={removes}
        theme="delete"
        title={t('campus.forward_remove_question', { host })}
        confirmLabel={t('campus.forward_remove')}
        cancelLabel={t('campus.cancel')}
        closeLabel={t('kit.close')}
        onConfirm={remove}
        onClose={() => setRemoves(false)}
      >
        <p>{t('campus.forward_remove_text')}</p>
      </ConfirmDialog>
    </>
  )
}

function hostOf({ address }: RecordForward): string {
  return new URL(address).host
}

function ForwardRow({ forward, children }: { forward: RecordForward; children: ReactNode }) {
  const t = useMessages()
  const format = useFormat()
  const { address, version, sent, waiting, failure } = forward
  const counts = t('campus.forward_counts', { sent: format.number(sent), waiting: format.number(waiting) })
  return (
    <EntryRow
      icon={<WebhookIcon />}
      name={address.replace(/^https?:\/\//, '')}
      note={[`xAPI ${version}`, counts].join(' · ')}
      menu={
        <Menu
          label={t('campus.acts')}
          trigger={(trigger) => (
            <IconButton label={t('campus.acts')} icon={<EllipsisIcon />} theme="bare" {...trigger} />
          )}
        >
          {children}
        </Menu>
      }
    >
      {failure ? (
        <Badge tone="bad" icon={<TriangleAlertIcon />}>
          {t('campus.forward_failing')}
        </Badge>
      ) : (
        <Badge tone="good" icon={<CircleCheckBigIcon />}>
          {t('campus.forward_working')}
        </Badge>
      )}
    </EntryRow>
  )
}

/** Why nothing goes on now, and what the store never took. */
function ForwardTroubles({ forward }: { forward: RecordForward }) {
  const t = useMessages()
  const format = useFormat()
  const { failure, refused, refusals } = forward
  if (!failure && refused === 0) return null
  const about = failure && {
    host: hostOf(forward),
    since: format.dateTime(failure.since),
    next: format.dateTime(failure.nextAt),
  }
  return (
    <div className={styles.panelPart}>
      {failure && about && (
        <Notice tone="bad">
          <p>
            {failure.problem === 'status'
              ? t('campus.forward_status', { ...about, status: String(failure.status ?? '') })
              : t(`campus.forward_${failure.problem}`, about)}
          </p>
          {failure.answer && <code className="small">{failure.answer}</code>}
        </Notice>
      )}
      {refused > 0 && (
        <details>
          <summary>{t('campus.forward_refused', { count: refused })}</summary>
          <ul className={styles.refusals}>
            {refusals.map(({ statementId, status, answer, at }) => (
              <li key={statementId} className="small">
                {format.dateTime(at)} · {status} · <code>{statementId}</code> {answer}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
