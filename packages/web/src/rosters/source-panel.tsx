import type { Organisation } from '@lantern/contract/identity/organisations.ts'
import type {
  RosterRun,
  RosterSource,
  readRosterSource,
  removeRosterSource,
} from '@lantern/contract/rosters/oneroster-source.ts'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EntryPanel, EntryRow } from '#ui/entry-panel.tsx'
import { ClockIcon, EllipsisIcon, PlusIcon, RefreshIcon, UsersIcon } from '#ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './directory.module.css'

const SourceDialog = lazyPart(async () => ({ default: (await import('./source-dialog.tsx')).SourceDialog }))
const RunDialog = lazyPart(async () => ({ default: (await import('./run-dialog.tsx')).RunDialog }))

/** How often a reading that goes on is looked at. */
const lookMs = 1_500

const tones: Record<RosterRun['state'], BadgeTone> = {
  reading: 'accent',
  planned: 'accent',
  waiting: 'warn',
  importing: 'accent',
  done: 'good',
  failed: 'bad',
  left: 'plain',
}

interface SourcePanelProps {
  organisation: Pick<Organisation, 'id'>
  source: RosterSource
}

/** The school's system outside, from which people and classes are read, and how that went. */
export function SourcePanel({ organisation: { id }, source: { source, runs } }: SourcePanelProps) {
  const t = useMessages()
  const format = useFormat()
  const change = useChange()
  const { revalidate } = useRevalidator()
  const [isEdited, setEdited] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const params = { id }
  const [newest] = runs
  const isGoing = runs.some(({ state }) => state === 'reading' || state === 'importing')
  const look = useEffectEvent(() => void revalidate())
  useEffect(() => {
    if (!isGoing) return
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [isGoing])
  const read = (kind: RosterRun['kind']) =>
    change.send(
      () =>
        call<typeof readRosterSource>('POST /api/campus/organisation/:id/oneroster/source/read', {
          params,
          body: { kind },
        }),
      t('rosters.source_reading_begun'),
    )
  const remove = async () => {
    await change.send(
      () => call<typeof removeRosterSource>('POST /api/campus/organisation/:id/oneroster/source/remove', { params }),
      t('rosters.source_removed'),
    )
    setAsked(false)
  }
  const problem = change.problemBeside()
  const host = source ? new URL(source.address).host : ''
  return (
    <EntryPanel
      title={t('rosters.source')}
      lead={t('rosters.source_lead')}
      act={
        source ? (
          <Button
            size="s"
            icon={<RefreshIcon className="icon-s" />}
            disabled={change.busy || isGoing}
            onClick={() => void read(source.mayDelta ? 'delta' : 'whole')}
          >
            {t('rosters.source_read')}
          </Button>
        ) : (
          <Button size="s" icon={<PlusIcon className="icon-s" />} onClick={() => setEdited(true)}>
            {t('rosters.source_add')}
          </Button>
        )
      }
    >
      {(problem || newest?.state === 'failed' || newest?.state === 'waiting') && (
        <div className={styles.parts}>
          {problem && (
            <Notice tone="bad" live>
              {problem}
            </Notice>
          )}
          {newest?.state === 'failed' && (
            <Notice tone="bad">
              {t('rosters.source_failed_at', { time: format.dateTime(newest.beganAt), reason: reasonOf(newest, t) })}
            </Notice>
          )}
          {newest?.state === 'waiting' && <Notice tone="warn">{t('rosters.source_waits')}</Notice>}
        </div>
      )}
      {source ? (
        <ul>
          <EntryRow
            icon={<UsersIcon />}
            name={host}
            note={[
              t('rosters.source_tested', { time: format.dateTime(source.testedAt) }),
              t(source.isNightly ? 'rosters.source_each_night' : 'rosters.source_by_hand'),
            ].join(' · ')}
            menu={
              <Menu
                label={t('rosters.source_more', { host })}
                trigger={(trigger) => (
                  <IconButton
                    label={t('rosters.source_more', { host })}
                    icon={<EllipsisIcon />}
                    theme="bare"
                    {...trigger}
                  />
                )}
              >
                <MenuItem disabled={isGoing} onSelect={() => void read('whole')}>
                  {t('rosters.source_read_whole')}
                </MenuItem>
                <MenuItem onSelect={() => setEdited(true)}>{t('rosters.source_change')}</MenuItem>
                <MenuSeparator />
                <MenuItem tone="bad" onSelect={() => setAsked(true)}>
                  {t('rosters.source_remove')}
                </MenuItem>
              </Menu>
            }
          >
            {newest && <Badge tone={tones[newest.state]}>{t(`rosters.source_state_${newest.state}`)}</Badge>}
          </EntryRow>
        </ul>
      ) : (
        <EmptyState bare level={3} title={t('rosters.source_none')}>
          <p>{t('rosters.source_none_text')}</p>
        </EmptyState>
      )}
      {runs.length > 0 && (
        <>
          <h3 className={styles.history}>{t('rosters.source_runs')}</h3>
          <ul>
            {runs.map((run) => (
              <EntryRow
                key={run.id}
                icon={<ClockIcon />}
                name={format.dateTime(run.beganAt)}
                note={[
                  run.problem && reasonOf(run, t),
                  run.counts && t('rosters.source_counts', run.counts),
                  t(`rosters.source_kind_${run.kind}`),
                  t(`rosters.source_cause_${run.cause}`),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              >
                <Badge tone={tones[run.state]}>{t(`rosters.source_state_${run.state}`)}</Badge>
                {run.listId !== null && run.state !== 'reading' && (
                  <Button
                    size="s"
                    aria-label={t('rosters.source_look_at', { time: format.dateTime(run.beganAt) })}
                    onClick={() => setShown(run.listId)}
                  >
                    {t('rosters.source_look')}
                  </Button>
                )}
              </EntryRow>
            ))}
          </ul>
        </>
      )}
      <Suspense>
        {isEdited && <SourceDialog organisationId={id} source={source} onClose={() => setEdited(false)} />}
        {shown !== null && <RunDialog organisationId={id} listId={shown} onClose={() => setShown(null)} />}
      </Suspense>
      <ConfirmDialog
        open={isAsked}
        theme="delete"
        title={t('rosters.source_remove_question')}
        confirmLabel={t('rosters.source_remove')}
        cancelLabel={t('rosters.directory_cancel')}
        closeLabel={t('kit.close')}
        onConfirm={() => remove()}
        onClose={() => setAsked(false)}
      >
        <p>{t('rosters.source_remove_text')}</p>
      </ConfirmDialog>
    </EntryPanel>
  )
}

function reasonOf({ problem, status, detail }: RosterRun, t: ReturnType<typeof useMessages>): string {
  const said = t(`rosters.source_${problem ?? 'unreachable'}`, { status: String(status ?? '') })
  // which list it was; of the token the words say it
  return detail === '' || detail === 'token' ? said : `${said} (${detail})`
}
