import type { LaunchMode } from '@lantern/contract/courseware/package-rules.ts'
import type { PackagePage } from '@lantern/contract/courseware/packages.ts'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './courseware.module.css'
import { playAddress } from './package-page.tsx'
import { stateTexts, stateTones } from './unit-texts.ts'
import { type Saving, usePlayer } from './use-player.ts'

// from a person's own site: what may not act on the page above is said again in the head of every file there
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads allow-pointer-lock'

/** A unit of a course package as it runs. */
export function PlayPage({ shown, unitId, mode }: { shown: PackagePage; unitId: string; mode: LaunchMode }) {
  const t = useMessages()
  const player = usePlayer(shown.id, unitId, mode)
  const isToBeRepeated = player.next?.unitId === unitId
  const navigate = useNavigate()
  useEffect(() => {
    // a unit that is to be repeated is not opened by itself: one that ended at once would be so for ever
    if (!player.next || isToBeRepeated) return
    const { unitId: next } = player.next
    void navigate(next === null ? `/campus/package/${shown.id}` : playAddress(shown.id, next))
  }, [player.next, isToBeRepeated, navigate, shown.id])
  const open = shown.units.filter(({ id, isPlayable, isLocked }) => isPlayable && (!isLocked || id === unitId))
  const at = open.findIndex(({ id }) => id === unitId)
  const unit = open[at]
  const [before, after] = [open[at - 1], open[at + 1]]
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
        {player.problem ? (
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
        {player.hasEnded && (
          <Notice
            tone="good"
            actions={isToBeRepeated && <Button onClick={player.openAgain}>{t('courseware.open_again')}</Button>}
          >
            {t('courseware.unit_ended')}
          </Notice>
        )}
        <nav className={styles.head} aria-label={t('courseware.units')}>
          <span>
            {before && <LinkButton to={playAddress(shown.id, before.id)}>{t('courseware.unit_before')}</LinkButton>}
          </span>
          {after ? (
            <LinkButton theme="primary" to={playAddress(shown.id, after.id)}>
              {t('courseware.unit_after')}
            </LinkButton>
          ) : (
            <LinkButton to={`/campus/package/${shown.id}`}>{t('courseware.to_overview')}</LinkButton>
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
