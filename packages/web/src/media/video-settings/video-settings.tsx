import { isVideoFault } from '@lantern/contract/media/video-rules.ts'
import type { getMakersVideo, MakersVideo, retryVideo, updateVideo } from '@lantern/contract/media/videos.ts'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
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
  const { video, failure, look, show } = useMakersVideo(id, onChange)
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
      <Making video={video} onShow={show} />
      {video.state === 'ready' && (
        <div>
          <PlayDialog id={id} title={video.title} />
        </div>
      )}
      {/* what was changed elsewhere, or was refused, is what the fields show */}
      <General key={`${video.id} ${video.title} ${video.isPrivate}`} video={video} onShow={show} />
      {video.state === 'ready' && <Poster video={video} onShow={show} />}
      <VideoCaptions video={video} onShow={show} />
    </div>
  )
}

function useMakersVideo(id: string, onChange: VideoSettingsProps['onChange']) {
  const t = useMessages()
  const [video, setVideo] = useState<MakersVideo | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const look = useCallback(async () => {
    try {
      const answer = await call<typeof getMakersVideo>('GET /api/learn/creator/video/:id', { params: { id } })
      setVideo(answer.video)
      setFailure(null)
    } catch (error) {
      setFailure(failureText(error, t))
    }
  }, [id, t])
  useEffect(() => {
    void look()
  }, [look])
  const isMaking = video?.state === 'processing'
  useEffect(() => {
    if (!isMaking) return
    const timer = setInterval(look, lookAgainMs)
    return () => clearInterval(timer)
  }, [isMaking, look])
  const show = (changed: MakersVideo) => {
    setVideo(changed)
    onChange?.(changed)
  }
  return { video: video?.id === id ? video : null, failure, look, show }
}

export type VideoPartProps = { video: MakersVideo; onShow: (video: MakersVideo) => void }

function Making({ video, onShow }: VideoPartProps) {
  const t = useMessages()
  const why = isVideoFault(video.fault) ? t(video.fault) : null
  const retry = async () => {
    try {
      onShow(
        (await call<typeof retryVideo>('POST /api/learn/creator/video/:id/retry', { params: { id: video.id } })).video,
      )
    } catch (error) {
      toastFailure(error, t)
    }
  }
  if (video.state === 'failed') {
    return (
      <Notice tone="bad" live actions={<Button onClick={retry}>{t('media.try_again')}</Button>}>
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
function useChange({ video, onShow }: VideoPartProps) {
  const t = useMessages()
  const [isBusy, setBusy] = useState(false)
  const change = async (body: Parameters<typeof sendChange>[1]) => {
    setBusy(true)
    try {
      onShow(await sendChange(video.id, body))
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

async function sendChange(id: string, body: Change): Promise<MakersVideo> {
  return (await call<typeof updateVideo>('POST /api/learn/creator/video/:id', { params: { id }, body })).video
}

function General(props: VideoPartProps) {
  const t = useMessages()
  const { video } = props
  const { isBusy, change } = useChange(props)
  const [title, setTitle] = useState(video.title)
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
        checked={video.isPrivate}
        onChange={(event) => void change({ isPrivate: event.target.checked })}
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
