import type {
  classTeachingTopic,
  keepOwnPlace,
  listOwnTeaching,
  OwnTeaching,
  ownHandTopic,
  raiseHand,
} from '@lantern/contract/campus/class-teaching.ts'
import { placeBeatMs } from '@lantern/contract/campus/teaching-rules.ts'
import { Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { lazyPart } from '#kit/later.tsx'
import { logFailure } from '#kit/log-failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { newestAnswer } from '#kit/newest-answer.ts'
import { useSession } from '#kit/session.tsx'
import { useTopic } from '#kit/use-topic.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { HandIcon } from '#ui/icons.tsx'
import { toast } from '#ui/toast.ts'
import styles from './follow.module.css'

const HandDialog = lazyPart(async () => ({ default: (await import('./hand-dialog.tsx')).HandDialog }))

type Taught = NonNullable<OwnTeaching['teaching']>

export interface FollowClassProps {
  itemId: string
  steps: readonly { id: string; anchor: string }[]
  /** The step that is read; null: none is known. */
  stepId: string | null
}

/** On the page of a lesson that a class of the reader's is taught now: where the teacher is, and the reader's hand. */
export default function FollowClass(props: FollowClassProps) {
  const { user } = useSession()
  const [own, setOwn] = useState<readonly OwnTeaching[]>([])
  const [question] = useState(newestAnswer)
  const read = useCallback(() => {
    const isNewest = question()
    call<typeof listOwnTeaching>('GET /api/campus/teaching/own').then(
      ({ results }) => isNewest() && setOwn(results),
      (error) => logFailure('live_status', error),
    )
  }, [question])
  // the page says it also where nothing can be followed
  useEffect(read, [read])
  useTopic<typeof ownHandTopic>('own-hand/:userId', user && { userId: user.id }, { onMessage: read })
  return own.map((one) => <OneClass key={one.classId} {...props} own={one} read={read} />)
}

function OneClass({ own: { classId, className, teaching }, read, ...page }: FollowClassProps & OneClassProps) {
  const isHere = teaching?.item.itemId === page.itemId
  const [moved, setMoved] = useState<Moved | null>(null)
  const hear = ({ stepId, version, leads }: Moved) => setMoved({ stepId, version, leads })
  useTopic<typeof classTeachingTopic>(
    'class-teaching/:classId',
    { classId },
    {
      onMessage: ({ type, stepId = null, version = 0, leads = false }) => {
        if (type === 'STEP' && isHere) return hear({ stepId, version, leads })
        setMoved(null)
        read()
      },
      onGap: read,
    },
  )
  const [asks, setAsks] = useState(false)
  // what was heard later than it was read
  const now = teaching && moved && moved.version > teaching.version ? { ...teaching, ...moved } : teaching
  return (
    <>
      {now && isHere && (
        <Followed {...page} {...{ classId, className, read, hear }} teaching={now} onAsk={() => setAsks(true)} />
      )}
      {/* a question that is being written stays when the lesson is over */}
      <Suspense>{asks && <HandDialog classId={classId} onDone={read} onClose={() => setAsks(false)} />}</Suspense>
    </>
  )
}

type Moved = Pick<Taught, 'stepId' | 'version' | 'leads'>

interface OneClassProps {
  own: OwnTeaching
  read: () => void
}

interface FollowedProps extends FollowClassProps {
  classId: string
  className: string
  teaching: Taught
  read: () => void
  hear: (moved: Moved) => void
  onAsk: () => void
}

function Followed({ classId, className, teaching, read, hear, onAsk, steps, stepId }: FollowedProps) {
  const t = useMessages()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { version, leads, hand } = teaching
  const [follows, setFollows] = useState(teaching.follows)
  const [busy, setBusy] = useState(false)
  const [announced, setAnnounced] = useState('')
  const ledTo = useRef(0)
  const place = useLastStep(stepId ?? null, steps[0]?.id ?? null)
  const at = steps.findIndex(({ id }) => id === teaching.stepId)
  const isThere = place === teaching.stepId

  const go = () => {
    const anchor = steps[at]?.anchor
    if (anchor === undefined) return
    void navigate({ search, hash: `#${encodeURIComponent(anchor)}` }, { replace: true, preventScrollReset: true })
  }
  // nobody is taken away from what they write: they come by a press of their own
  const lead = useEffectEvent(() => {
    if (!follows || !leads || ledTo.current >= version) return
    ledTo.current = version
    if (isThere || isWriting()) return
    go()
    setAnnounced(t('campus.follow_moved', { index: at + 1 }))
  })
  useEffect(() => {
    if (version > 0) lead()
  }, [version])
  // a STEP message may have come before this answer
  const hearLater = (answer: Moved) => answer.version > version && hear(answer)
  usePlaceReport({ classId, stepId: place, follows, onAnswer: hearLater, onGone: read })

  async function lowerHand() {
    setBusy(true)
    try {
      await call<typeof raiseHand>('POST /api/campus/class/:classId/teaching/hand', {
        params: { classId },
        body: { isUp: false },
      })
    } catch (error) {
      toast({ tone: 'bad', text: failureText(error, t) })
    } finally {
      setBusy(false)
      read()
    }
  }

  return (
    <section className={styles.bar} aria-label={t('campus.follow_of', { class: className })}>
      <div className={styles.about}>
        <Badge tone="live">{t('campus.teach_live')}</Badge>
        <span className="small">
          {hand?.isAnswered
            ? t('campus.follow_answered')
            : t(hand ? 'campus.follow_hand_up' : 'campus.follow_teacher_at', { index: at + 1 })}
        </span>
      </div>
      <p className="sr" role="status">
        {hand?.isAnswered ? t('campus.follow_answered') : announced}
      </p>
      <div className={styles.acts}>
        {follows && !isThere && (
          <Button size="s" theme="primary" onClick={go}>
            {t('campus.follow_catch_up', { index: at + 1 })}
          </Button>
        )}
        <Button
          size="s"
          {...(!follows && { theme: 'primary' as const })}
          onClick={() => {
            setFollows(!follows)
            if (!follows && !isThere) go()
          }}
        >
          {t(follows ? 'campus.follow_leave' : 'campus.follow_join')}
        </Button>
        <Button
          size="s"
          icon={<HandIcon className="icon-s" />}
          busy={busy}
          onClick={() => (hand ? void lowerHand() : onAsk())}
        >
          {t(hand ? 'campus.follow_lower' : 'campus.follow_raise')}
        </Button>
      </div>
    </section>
  )
}

/** The step that was read last: between two of them, and at the end of a lesson, one is still there. */
function useLastStep(stepId: string | null, first: string | null): string | null {
  const [last, setLast] = useState(stepId ?? first)
  if (stepId !== null && stepId !== last) setLast(stepId)
  return stepId ?? last
}

/** Writes, answers in a dialog, or watches a film over the whole screen. */
function isWriting(): boolean {
  const { activeElement } = document
  return (
    Boolean(document.fullscreenElement) ||
    document.querySelector('dialog[open]') !== null ||
    (activeElement instanceof HTMLElement &&
      (activeElement.isContentEditable || activeElement.matches('input, textarea, select')))
  )
}

/** Steps through which one only passes are not told of. */
const passingMs = 700

interface PlaceReport {
  classId: string
  stepId: string | null
  follows: boolean
  onAnswer: (answer: Moved) => void
  /** The class is over, or the person is in it no more. */
  onGone: () => void
}

/** Tells where the reader is: at each step, and twice a minute that the page is open. */
function usePlaceReport({ classId, stepId, follows, onAnswer, onGone }: PlaceReport): void {
  const isActive = useRef(true)
  const answered = useEffectEvent(onAnswer)
  const gone = useEffectEvent(onGone)
  useEffect(() => {
    const note = () => {
      isActive.current = true
    }
    const kinds = ['pointerdown', 'keydown', 'scroll'] as const
    for (const kind of kinds) window.addEventListener(kind, note, { passive: true })
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, note)
    }
  }, [])
  useEffect(() => {
    const tell = () => {
      const body = { stepId, follows, isActive: isActive.current }
      isActive.current = false
      call<typeof keepOwnPlace>('POST /api/campus/class/:classId/teaching/place', { params: { classId }, body }).then(
        (answer) => answered(answer),
        (error) => {
          // without the network it is told again in half a minute
          if (error instanceof Object && 'status' in error && error.status === 404) gone()
        },
      )
    }
    const first = setTimeout(tell, passingMs)
    const beat = setInterval(tell, placeBeatMs)
    return () => {
      clearTimeout(first)
      clearInterval(beat)
    }
  }, [classId, stepId, follows])
}
