import { isVideoFault } from '@lantern/contract/media/video-rules.ts'
import type { getMakersVideo, MakersVideo, retryVideo, updateVideo } from '@lantern/contract/media/videos.ts'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText, toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { TextSkeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { clockText } from '../player/video-clock.ts'
import { PlayDialog } from '../player/video-modal.tsx'
import { usePressed } from './use-pressed.ts'
import { VideoCaptions } from './video-captions.tsx'
import styles from './video-settings.module.css'

/** How often a video that is being made is looked at. */
const lookAgainMs = 3_000

type VideoSettingsProps = {
  id: string
  /** Told after each change, for lists that show the video too. */
  onChange?: (video: MakersVideo) => void
}

/** What belongs to a video besides its pictures: how far it is, its name, who may watch, its picture, its captions. */
export function VideoSettings({ id, onChange }: VideoSettingsProps) {
  const t = useMessages()
  const { video, failure, look, act } = useMakersVideo(id, onChange)
  if (failure) {
    return (
      <Notice tone="bad" live actions={<Button onClick={look}>{t('media.try_again')}</Button>}>
        {failure}
      </Notice>
    )
  }
  if (!video) {
    return (
      <div className={styles.panel}>
        <TextSkeleton label={t('media.loading')} />
      </div>
    )
  }
  return (
    <div className={styles.panel}>
      <Making video={video} act={act} />
      {video.state === 'ready' && (
        <div>
          <PlayDialog id={id} title={video.title} />
        </div>
      )}
      <General key={video.id} video={video} act={act} />
      {video.state === 'ready' && <Poster video={video} act={act} />}
      <VideoCaptions video={video} act={act} />
    </div>
  )
}

function useMakersVideo(id: string, onChange: VideoSettingsProps['onChange']) {
  const t = useMessages()
  const [video, setVideo] = useState<MakersVideo | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  /** One call after the other: each answers with the whole video, and an older answer must not come last. */
  const inTurn = useCallback(<Answer extends { video: MakersVideo }>(work: () => Promise<Answer>) => {
    const answer = turn.current.then(work).then((answered) => {
      setVideo(answered.video)
      return answered
    })
    turn.current = answer.catch(() => undefined)
    return answer
  }, [])
  const look = useCallback(async () => {
    try {
      await inTurn(() => call<typeof getMakersVideo>('GET /api/learn/creator/video/:id', { params: { id } }))
      setFailure(null)
    } catch (error) {
      setFailure(failureText(error, t))
    }
  }, [id, t, inTurn])
  useEffect(() => {
    void look()
  }, [look])
  const isMaking = video?.state === 'processing'
  useEffect(() => {
    if (!isMaking) return
    const timer = setInterval(look, lookAgainMs)
    return () => clearInterval(timer)
  }, [isMaking, look])
  const act: VideoAct = async (work) => {
    const answer = await inTurn(work)
    onChange?.(answer.video)
    return answer
  }
  return { video: video?.id === id ? video : null, failure, look, act }
}

/** Sends a change when it is its turn, and shows the video as it is then. */
type VideoAct = <Answer extends { video: MakersVideo }>(work: () => Promise<Answer>) => Promise<Answer>

export type VideoPartProps = { video: MakersVideo; act: VideoAct }

function Making({ video, act }: VideoPartProps) {
  const t = useMessages()
  const [isBusy, setBusy] = useState(false)
  const why = isVideoFault(video.fault) ? t(video.fault) : null
  const retry = async () => {
    setBusy(true)
    try {
      const params = { id: video.id }
      await act(() => call<typeof retryVideo>('POST /api/learn/creator/video/:id/retry', { params }))
    } catch (error) {
      toastFailure(error, t)
    } finally {
      setBusy(false)
    }
  }
  if (video.state === 'failed') {
    return (
      <Notice
        tone="bad"
        live
        actions={
          <Button busy={isBusy} onClick={retry}>
            {t('media.try_again')}
          </Button>
        }
      >
        {why ?? t('media.video_failed')}
      </Notice>
    )
  }
  if (video.state === 'processing') {
    return (
      <div className={styles.making}>
        <p>{why ?? t('media.video_in_the_making', { percent: video.progress })}</p>
        <ProgressBar
          full
          label={t('media.video_in_the_making', { percent: video.progress })}
          percent={video.progress}
        />
      </div>
    )
  }
  return (
    <p className="small muted">
      {t('media.video_facts', {
        qualities: video.heights.map((height) => `${height}p`).join(' · '),
        plays: video.playCount,
      })}
    </p>
  )
}

/** Sends a change and shows what became of it. */
function useChange({ video, act }: VideoPartProps) {
  const t = useMessages()
  const [isBusy, setBusy] = useState(false)
  const change = async (body: Change) => {
    setBusy(true)
    try {
      const params = { id: video.id }
      await act(() => call<typeof updateVideo>('POST /api/learn/creator/video/:id', { params, body }))
      toast({ tone: 'good', text: t('media.saved') })
    } catch (error) {
      toastFailure(error, t)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, change }
}

interface Change {
  title?: string
  isPrivate?: boolean
  posterSecond?: number
}

function General(props: VideoPartProps) {
  const t = useMessages()
  const { video } = props
  const { isBusy, change } = useChange(props)
  const [title, setTitle] = useState(video.title)
  const [known, setKnown] = useState(video.title)
  if (known !== video.title) {
    setKnown(video.title)
    // changes from elsewhere, or normalised values, are shown; text typed since stays
    if (title === known || title.trim() === video.title) setTitle(video.title)
  }
  const privacy = useChange(props)
  const [isPrivate, setPrivate] = usePressed(video.isPrivate, (pressed) => privacy.change({ isPrivate: pressed }))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() !== '' && title !== video.title) void change({ title: title.trim() })
  }
  return (
    <form className={styles.row} onSubmit={onSubmit}>
      <TextField
        className={styles.grow}
        label={t('media.video_title')}
        value={title}
        maxLength={255}
        required
        onChange={(event) => setTitle(event.target.value)}
      />
      <Button type="submit" busy={isBusy}>
        {t('media.save')}
      </Button>
      <Checkbox
        className={styles.whole}
        checked={isPrivate}
        onChange={(event) => void setPrivate(event.target.checked)}
      >
        {t('media.video_is_private')}
      </Checkbox>
    </form>
  )
}

function Poster(props: VideoPartProps) {
  const t = useMessages()
  const { poster, duration } = props.video
  const { isBusy, change } = useChange(props)
  const [second, setSecond] = useState('')
  const wanted = secondsOf(second)
  const isThere = wanted !== null && wanted <= (duration ?? 0)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isThere) void change({ posterSecond: wanted })
  }
  return (
    <form className={styles.row} onSubmit={onSubmit}>
      {poster && <img className={styles.poster} src={poster.url} alt={t('media.poster')} width={160} height={90} />}
      <TextField
        label={t('media.poster_moment')}
        placeholder="0:05"
        inputMode="numeric"
        value={second}
        error={
          second === '' || isThere ? undefined : t('media.poster_moment_wrong', { duration: clockText(duration ?? 0) })
        }
        onChange={(event) => setSecond(event.target.value)}
      />
      <Button type="submit" busy={isBusy}>
        {t('media.take_poster')}
      </Button>
    </form>
  )
}

/** 5, 1:05 or 1:02:05 in seconds. */
export function secondsOf(text: string): number | null {
  if (!/^\d{1,4}(:[0-5]?\d){0,2}$/.test(text.trim())) return null
  return text
    .trim()
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0)
}
