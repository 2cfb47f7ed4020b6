import { labLaunchMs, launchState } from '@lantern/contract/learning/lab-launch.ts'
import type { getLab, Lab, launchLab } from '@lantern/contract/learning/labs.ts'
import { useEffect, useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { useRequireLogin } from '#kit/require-login.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ExternalLinkIcon, PlayIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import styles from './lab-dialog.module.css'

/** A lab and when it was opened. */
export interface OpenedLab {
  lab: Lab
  at: number
}

type LabDialogProps = {
  itemId: string
  step: { id: string; title: string }
  /** Null until the lab is opened. */
  opened: OpenedLab | null
  onOpened: (opened: OpenedLab) => void
  /** On its way, also while the dialog was closed in between: it is not started twice. */
  isStarting: boolean
  onStarting: (isStarting: boolean) => void
  onClose: () => void
}

const askEveryMs = 2_000
const tickMs = 1_000

/** Starts a streaming lab, says how far that is, and leads into it. */
export default function LabDialog(props: LabDialogProps) {
  const { itemId, step, opened, onOpened, isStarting, onStarting, onClose } = props
  const t = useMessages()
  const requireLogin = useRequireLogin()
  const [problem, setProblem] = useState<string | null>(null)
  const lab = opened?.lab ?? null
  const openedAt = opened?.at ?? null
  const now = useNow(openedAt)
  const state = launchState(openedAt, now)
  useStatus(opened, onOpened)

  async function start() {
    onStarting(true)
    setProblem(null)
    try {
      const body = { itemId, stepId: step.id }
      const answer = await call<typeof launchLab>('POST /api/learn/cn/lab/launch', { body })
      onOpened({ lab: answer.lab, at: Date.now() })
    } catch (error) {
      setProblem(failureText(error, t))
    } finally {
      onStarting(false)
    }
  }

  const isOver = lab?.state === 'ended' || lab?.state === 'failed'
  const mayStart = lab === null || isOver
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('learning.lab_title', { title: step.title })}
      closeLabel={t('kit.close')}
      footer={
        <>
          {mayStart && (
            <Button
              theme="primary"
              busy={isStarting}
              icon={<PlayIcon className="icon-s" />}
              onClick={() => requireLogin(() => void start())}
            >
              {lab === null ? t('learning.lab_start') : t('learning.lab_again')}
            </Button>
          )}
          {lab?.url && (
            <LinkButton
              theme="primary"
              to={lab.url}
              target="_blank"
              rel="noopener noreferrer"
              icon={<ExternalLinkIcon className="icon-s" />}
            >
              {t('learning.lab_enter')}
              <span className="sr">{t('learning.new_tab')}</span>
            </LinkButton>
          )}
        </>
      }
    >
      <div className={styles.lab} data-launch={state}>
        <p>{t('learning.lab_intro')}</p>
        {state === 'inProgress' && !isOver && (
          <ProgressBar full label={t('learning.lab_progress')} percent={percentOf(openedAt, now)} />
        )}
        <p role="status">{statusWords()}</p>
        {problem !== null && (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
      </div>
    </Dialog>
  )

  function statusWords(): string {
    if (lab?.state === 'ended') return t('learning.lab_ended')
    if (lab?.state === 'failed') return t('learning.lab_failed')
    if (state === 'initial') return ''
    if (state === 'succeeded') return t('learning.lab_succeeded')
    return lab?.state === 'ready' ? t('learning.lab_ready') : t('learning.lab_starting')
  }
}

function percentOf(openedAt: number | null, now: number): number {
  return openedAt === null ? 0 : Math.min(100, ((now - openedAt) / labLaunchMs) * 100)
}

/** The time, told anew each second while a launch is on its way. */
function useNow(openedAt: number | null): number {
  const [now, setNow] = useState(() => Date.now())
  const isOnItsWay = launchState(openedAt, now) === 'inProgress'
  useEffect(() => {
    if (!isOnItsWay) return
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [isOnItsWay])
  return now
}

/** Asks how far the lab is until it is ready or over; a lost network is asked again. */
function useStatus(opened: OpenedLab | null, take: (opened: OpenedLab) => void): void {
  const id = opened?.lab.state === 'starting' ? opened.lab.id : null
  const at = opened?.at ?? 0
  useEffect(() => {
    if (id === null) return
    // an answer to an earlier question may come after the one that ended the asking
    let isAsking = true
    const timer = setInterval(() => {
      call<typeof getLab>('GET /api/learn/cn/lab/:id', { params: { id } }).then(
        (answer) => isAsking && take({ lab: answer.lab, at }),
        () => undefined,
      )
    }, askEveryMs)
    return () => {
      isAsking = false
      clearInterval(timer)
    }
  }, [id, at, take])
}
