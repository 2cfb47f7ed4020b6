import type { LearnButton } from '@lantern/contract/learning/progress.ts'
import { Suspense, useEffect, useRef, useState } from 'react'
import { focusThatCame } from '#kit/focus-that-came.ts'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { CircleCheckBigIcon, PlayIcon, RotateCcwIcon } from '#ui/icons.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { pressWith } from './collect-button.tsx'
import styles from './record-button.module.css'
import { RestartAsk, RestartQuestion, useAsksRestart } from './restart-in-page.tsx'

const RestartDialog = lazyPart(() => import('./restart-dialog.tsx'))

type RecordButtonProps = {
  item: { title: string; isFree: boolean; type: 'tutorial' | 'project' | 'course' }
  button: LearnButton
  /** Where continuing leads: the next step on this page, or the next item. */
  continueTo: string | null
  busy?: boolean
  onStart: () => void
  onRestart: () => void
  /** The page's own action, for a press before or without script. */
  formAction: string
}

/** Start; percent done and go on; completed with its time and start again. */
export function RecordButton({ item, button, continueTo, busy, onStart, onRestart, formAction }: RecordButtonProps) {
  const t = useMessages()
  const format = useFormat()
  const asksOnPage = useAsksRestart()
  const [asksRestart, setAsksRestart] = useState(false)
  const box = useRef<HTMLElement>(null)
  const pressed = useRef<LearnButton['kind'] | null>(null)
  const place = (element: HTMLElement | null) => {
    box.current = element
  }
  const { kind } = button
  useEffect(() => {
    // the pressed button is gone with its state
    if (pressed.current === null || pressed.current === kind) return
    pressed.current = null
    focusThatCame(box.current?.querySelector<HTMLElement>('a, button'))
  }, [kind])
  if (button.kind === 'start') {
    return (
      <form method="post" action={formAction} ref={place}>
        <input type="hidden" name="act" value="start" />
        <Button
          type="submit"
          theme="primary"
          size="l"
          busy={busy}
          icon={<PlayIcon className="icon-s" />}
          data-conversion={item.isFree ? 'free-start' : undefined}
          onClick={pressWith(() => {
            pressed.current = kind
            onStart()
          })}
        >
          {t('learning.start')}
        </Button>
      </form>
    )
  }
  if (button.kind === 'continue') {
    return (
      <div className={styles.progress} ref={place}>
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
    <div className={styles.completed} ref={place}>
      <p className={styles.hint}>
        <CircleCheckBigIcon />
        <strong>{t('learning.completed')}</strong>
        {button.completedTime && (
          <time className="muted small" dateTime={button.completedTime}>
            {t('learning.completed_at', { time: format.dateTime(button.completedTime) })}
          </time>
        )}
      </p>
      {asksOnPage ? (
        <RestartQuestion isParent={item.type !== 'tutorial'} address={formAction} />
      ) : (
        <RestartAsk address={formAction}>
          <Button
            type="submit"
            busy={busy}
            icon={<RotateCcwIcon className="icon-s" />}
            onClick={pressWith(() => setAsksRestart(true))}
          >
            {t('learning.restart')}
          </Button>
        </RestartAsk>
      )}
      {asksRestart && (
        <Suspense>
          <RestartDialog
            isParent={item.type !== 'tutorial'}
            onConfirm={() => {
              setAsksRestart(false)
              pressed.current = kind
              onRestart()
            }}
            onClose={() => setAsksRestart(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
