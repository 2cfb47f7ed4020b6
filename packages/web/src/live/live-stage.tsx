import type { Item } from '@lantern/contract/catalog/items.ts'
import type { attendLiveSession } from '@lantern/contract/live/attendance.ts'
import { attendanceMinutes } from '@lantern/contract/live/attendance-rules.ts'
import type { liveSessionTopic } from '@lantern/contract/live/topics.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { type LivePhase, Speakers } from '#catalog/index.ts'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { useFollowedPage } from '#kit/use-followed-page.ts'
import { clockText, playFrom, VideoPlayer } from '#media/index.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { UsersIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './live-stage.module.css'

interface LiveStageProps {
  item: Item
  phase: LivePhase | null
  /** What is asked while the session is on. */
  questions: ReactNode
  /** The viewer makes the session or looks after it. */
  isMaker: boolean
}

/** The room of a session: questions while it is on, its recording afterwards, who is heard, and for hosts who was there. */
export function LiveStage({ item, phase, questions, isMaker }: LiveStageProps) {
  const t = useMessages()
  const { user } = useSession()
  const live = item.liveDetails
  useFollowedPage<typeof liveSessionTopic>('liveSession/:itemId', user && { itemId: item.id })
  useAttendance(item.id, phase === 'live' && user !== null && item.readable)
  if (!live) return null
  const isHost = isMaker || live.speakers.some(({ id }) => id !== null && id === user?.id)
  return (
    <div className={styles.stage}>
      {phase === 'live' && (
        <section id="questions" className={styles.questions} aria-labelledby="questions-title">
          <h3 id="questions-title">{t('live.questions')}</h3>
          <p className="small muted">{t('live.questions_lead')}</p>
          {questions}
        </section>
      )}
      {live.recording && phase !== 'live' && <Recording recording={live.recording} language={item.language} />}
      <Speakers item={item} />
      <StageNote live={live} phase={phase} />
      {isHost && (phase === 'live' || phase === 'ended') && (
        <div>
          <LinkButton
            to={`/liveSession/${encodeURIComponent(item.id)}/attendance`}
            icon={<UsersIcon className="icon-s" />}
          >
            {t('live.attendance')}
          </LinkButton>
        </div>
      )}
    </div>
  )
}

/** What there will be, or why there is nothing. */
function StageNote({ live, phase }: { live: NonNullable<Item['liveDetails']>; phase: LivePhase | null }) {
  const t = useMessages()
  const text = live.cancelled
    ? live.speakers.length === 0 && t('live.cancelled_notice')
    : phase === 'coming'
      ? t('live.questions_later')
      : phase === 'ended' && !live.isRecorded && t('live.no_recording')
  return text && <p className="muted">{text}</p>
}

type Recorded = NonNullable<NonNullable<Item['liveDetails']>['recording']>

/** The film, and its chapters to jump to. */
function Recording({ recording: { videoId, chapters }, language }: { recording: Recorded; language: string }) {
  const t = useMessages()
  const format = useFormat()
  const film = useRef<HTMLDivElement>(null)
  const wished = useRef<number>(undefined)
  const jump = (second: number) => {
    const video = film.current?.querySelector('video')
    if (video) playFrom(video, second)
    else wished.current = second
  }
  // a chapter may be chosen before the film is there
  const onVideo = (video: HTMLVideoElement) => {
    if (wished.current !== undefined) playFrom(video, wished.current)
    wished.current = undefined
  }
  return (
    <section className={styles.recording} aria-labelledby="recording-title">
      <h3 id="recording-title">{t('live.recording')}</h3>
      <div ref={film}>
        <VideoPlayer id={videoId} theme="learn-live-previous" onVideo={onVideo} />
      </div>
      {chapters.length > 0 && (
        <Panel as="nav" padded={false} aria-label={t('live.chapters', { count: format.number(chapters.length) })}>
          <ol className={styles.chapters}>
            {chapters.map(({ id, title, second }) => (
              <li key={id}>
                <Button theme="quiet" onClick={() => jump(second)}>
                  <span className="num muted">{clockText(second)}</span>
                  <span lang={language}>{title}</span>
                </Button>
              </li>
            ))}
          </ol>
        </Panel>
      )}
    </section>
  )
}

/** Says once a minute that the person is there. */
function useAttendance(id: string, isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return
    const tell = () =>
      // the next minute counts again
      void call<typeof attendLiveSession>('POST /api/learn/cn/liveSession/:id/attend', { params: { id } }).catch(
        () => undefined,
      )
    tell()
    const timer = setInterval(tell, attendanceMinutes * 60_000)
    return () => clearInterval(timer)
  }, [id, isThere])
}
