import type { LearnButton } from '@lantern/contract/learning/progress.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useFormat } from '#kit/format.ts'
import { useHydrated } from '#kit/hydrated.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { CircleCheckBigIcon, PlayIcon, RotateCcwIcon } from '#ui/icons.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { pressWith } from './collect-button.tsx'
import styles from './record-button.module.css'

const RestartDialog = lazy(() => import('./restart-dialog.tsx'))

type RecordButtonProps = {
  item: { title: string; isFree: boolean; type: 'tutorial' | 'project' | 'course' }
  button: LearnButton
  /** Where continuing leads: the next step on this page, or the next item. */
  continueTo: string | null
  busy?: boolean
  onStart: () => void
  onRestart: () => void
  /** The page's own action, for a press before or without script. */
  formAction?: string
}

/** Start; percent done and go on; completed with its time and start again. */
export function RecordButton({ item, button, continueTo, busy, onStart, onRestart, formAction }: RecordButtonProps) {
  const t = useMessages()
  const format = useFormat()
  const hydrated = useHydrated()
  const [asksRestart, setAsksRestart] = useState(false)
  if (button.kind === 'start') {
    return (
      <StartForm formAction={formAction}>
        <Button
          type={formAction === undefined ? 'button' : 'submit'}
          theme="primary"
          size="l"
          busy={busy}
          icon={<PlayIcon className="icon-s" />}
          data-conversion={item.isFree ? 'free-start' : undefined}
          onClick={pressWith(onStart)}
        >
          {t('learning.start')}
        </Button>
      </StartForm>
    )
  }
  if (button.kind === 'continue') {
    return (
      <div className={styles.progress}>
        <p className={styles.words}>
          <strong>{t('learning.percent_done', { percent: button.percent })}</strong>
          {button.remainingMinutes > 0 && (
            <span className="muted">
              {t('learning.remaining', { duration: format.duration(button.remainingMinutes) })}
            </span>
          )}
        </p>
        <ProgressBar label={t('learning.progress_of', { title: item.title })} percent={button.percent} full />
        {continueTo !== null && (
          <LinkButton theme="primary" size="l" to={continueTo} icon={<PlayIcon className="icon-s" />}>
            {t('learning.continue')}
          </LinkButton>
        )}
      </div>
    )
  }
  return (
    <div className={styles.completed}>
      <p className={styles.hint}>
        <CircleCheckBigIcon />
        <strong>{t('learning.completed')}</strong>
        {button.completedTime && (
          <time className="muted small" dateTime={button.completedTime}>
            {t('learning.completed_at', { time: format.dateTime(button.completedTime) })}
          </time>
        )}
      </p>
      <Button
        busy={busy}
        // nothing is cleared without the question, and the question needs the script
        disabled={!hydrated}
        icon={<RotateCcwIcon className="icon-s" />}
        onClick={() => setAsksRestart(true)}
      >
        {t('learning.restart')}
      </Button>
      {asksRestart && (
        <Suspense>
          <RestartDialog
            isParent={item.type !== 'tutorial'}
            onConfirm={() => {
              setAsksRestart(false)
              onRestart()
            }}
            onClose={() => setAsksRestart(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

function StartForm({ formAction, children }: { formAction: string | undefined; children: ReactNode }) {
  if (formAction === undefined) return children
  return (
    <form method="post" action={formAction}>
      <input type="hidden" name="act" value="start" />
      {children}
    </form>
  )
}
