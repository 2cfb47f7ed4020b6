import type { LaunchMode } from '@lantern/contract/courseware/package-rules.ts'
import type { PackagePage } from '@lantern/contract/courseware/packages.ts'
import { type MouseEvent, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './courseware.module.css'
import { playAddress } from './package-page.tsx'
import { lockTexts, stateTexts, stateTones } from './unit-texts.ts'
import { type LeaveRequest, type Saving, usePlayer } from './use-player.ts'

// from a person's own site: what may not act on the page above is said again in the head of every file there
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads allow-pointer-lock'

/** A unit of a course package as it runs. */
export function PlayPage({ shown, unitId, mode }: { shown: PackagePage; unitId: string; mode: LaunchMode }) {
  const t = useMessages()
  const player = usePlayer(shown.id, unitId, mode)
  const isToBeRepeated = player.next?.unitId === unitId
  const navigate = useNavigate()
  const overview = `/campus/package/${shown.id}`
  const nextAddress =
    player.next && (player.next.unitId === null ? overview : playAddress(shown.id, player.next.unitId))
  // a unit that is to be repeated is not opened by itself: one that ended at once would be so for ever
  const isLed = nextAddress !== null && !isToBeRepeated && !player.isTimeOver
  useEffect(() => {
    if (isLed) void navigate(nextAddress)
  }, [isLed, nextAddress, navigate])
  const open = shown.units.filter(({ id, isPlayable, lock }) => isPlayable && (!lock || id === unitId))
  const at = open.findIndex(({ id }) => id === unitId)
  const unit = open[at]
  const { previous, next } = player.ways ?? { previous: open[at - 1]?.id ?? null, next: open[at + 1]?.id ?? null }
  const leaveTo = (request: LeaveRequest, to: string) => ({
    to,
    onClick(event: MouseEvent) {
      // another tab leaves this one as it is
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      player.leave(request, to)
    },
  })
  const state = player.state ?? unit?.state ?? 'begun'
  return (
    <main id="main" className="wrap">
      <div className={`page-stack ${styles.play}`}>
        <Breadcrumb
          label={t('courseware.place')}
          crumbs={[{ label: shown.title, to: `/campus/package/${shown.id}` }, { label: unit?.title ?? '' }]}
        />
        <div className={styles.head}>
          <h1>{unit?.title}</h1>
          <span className={styles.facts}>
            <SavingText saving={player.saving} />
            <Badge tone={stateTones[state]}>{t(stateTexts[state])}</Badge>
          </span>
        </div>
        {player.problem === 'locked' ? (
          <EmptyState
            title={t(lockTexts[unit?.lock ?? 'not_yet'])}
            actions={
              <LinkButton theme="primary" to={overview}>
                {t('courseware.to_overview')}
              </LinkButton>
            }
          />
        ) : player.problem ? (
          <EmptyState
            kind="error"
            title={t(problemTitles[player.problem])}
            actions={
              <Button theme="primary" onClick={player.openAgain}>
                {t('courseware.open_again')}
              </Button>
            }
          >
            <p>{t(problemTexts[player.problem])}</p>
          </EmptyState>
        ) : player.frame?.opensWindow ? (
          <EmptyState
            title={t('courseware.opens_window')}
            actions={
              <LinkButton theme="primary" to={player.frame.url} target="_blank" rel="noreferrer">
                {t('courseware.open_window')}
              </LinkButton>
            }
          />
        ) : (
          <div className={styles.stage}>
            {player.frame && (
              <iframe
                key={player.frame.visitId}
                ref={player.ref}
                src={player.frame.url}
                title={unit?.title}
                sandbox={sandbox}
                allow="fullscreen; autoplay"
                referrerPolicy="no-referrer"
              />
            )}
          </div>
        )}
        {player.hasEnded && !player.problem && (
          <Notice
            tone={player.isTimeOver ? 'warn' : 'good'}
            actions={
              isToBeRepeated ? (
                <Button onClick={player.openAgain}>{t('courseware.open_again')}</Button>
              ) : (
                player.isTimeOver && nextAddress && <LinkButton to={nextAddress}>{t('courseware.go_on')}</LinkButton>
              )
            }
          >
            {t(player.isTimeOver ? 'courseware.time_over' : 'courseware.unit_ended')}
          </Notice>
        )}
        <nav className={styles.head} aria-label={t('courseware.units')}>
          <span>
            {previous !== null && (
              <LinkButton {...leaveTo('previous', playAddress(shown.id, previous))}>
                {t('courseware.unit_before')}
              </LinkButton>
            )}
          </span>
          {next === null ? (
            <LinkButton {...leaveTo('exit', overview)}>{t('courseware.to_overview')}</LinkButton>
          ) : (
            // one first act: where the unit is not open, that is above
            <LinkButton
              {...(!player.problem && { theme: 'primary' })}
              {...leaveTo('continue', playAddress(shown.id, next))}
            >
              {t('courseware.unit_after')}
            </LinkButton>
          )}
        </nav>
      </div>
    </main>
  )
}

const problemTitles = {
  elsewhere: 'courseware.opened_elsewhere',
  failed: 'courseware.not_opened',
} as const

const problemTexts = {
  elsewhere: 'courseware.opened_elsewhere_text',
  failed: 'courseware.not_opened_text',
} as const

function SavingText({ saving }: { saving: Saving }) {
  const t = useMessages()
  return (
    <span className="small muted" role="status">
      {saving === 'saved' && t('courseware.saved')}
      {saving === 'waiting' && t('courseware.kept_here')}
    </span>
  )
}
