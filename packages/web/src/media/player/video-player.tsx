import { mainRates } from '@lantern/contract/media/video-rules.ts'
import type { getMedia } from '@lantern/contract/media/videos.ts'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { ApiError, call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { useStartSignIn } from '#kit/require-login.tsx'
import { useSession } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { HourglassIcon, LockIcon, RotateCcwIcon, VideoOffIcon } from '#ui/icons.tsx'
import { PlayerStage, type StageProps } from './player-stage.tsx'
import type { LoadedMedia } from './use-watching.ts'
import styles from './video-player.module.css'

export type VideoPlayerProps = Partial<
  Pick<StageProps, 'theme' | 'rates' | 'autoPlay' | 'overlay' | 'next' | 'onVideo' | 'useRecorder'>
> & { id: string }

/** How often a page looks whether a video has become ready. */
const lookAgainMs = 15_000

/** One of our videos by its id, in any state: playable, in conversion, private, gone. */
export function VideoPlayer({ id, theme = 'default', rates = mainRates, ...rest }: VideoPlayerProps) {
  const t = useMessages()
  const { user } = useSession()
  const { found, look } = useMedia(id)
  if (found === undefined) return <div className={styles.frame} aria-busy="true" />
  if (found === 'gone') return <Place icon={<VideoOffIcon />}>{t('media.video_gone')}</Place>
  if (found === 'away') {
    return (
      <Place icon={<RotateCcwIcon />} act={<Button onClick={look}>{t('media.try_again')}</Button>}>
        {t('media.video_away')}
      </Place>
    )
  }
  const { media } = found
  // ready and yet nothing to play: so the site answers a guest, as who was signed in when the page came may be by now
  const isClosed = media.state === 'ready' && media.playlist.length === 0
  if (media.isPrivate && (user === null || isClosed)) return <SignInPlace />
  if (media.state === 'failed') return <Place icon={<VideoOffIcon />}>{t('media.video_failed')}</Place>
  if (media.playlist.length === 0) return <ProcessingPlace look={look} />
  return <PlayerStage key={id} {...found} {...rest} theme={theme} rates={rates} />
}

type Found = LoadedMedia | 'gone' | 'away'

function useMedia(id: string) {
  const [loaded, setLoaded] = useState<{ id: string; found: Found }>()
  const look = useCallback(async () => {
    const askedAt = Date.now()
    try {
      const { media, watched, now } = await call<typeof getMedia>('GET /api/learn/media/:id', { params: { id } })
      // the answer was written about halfway between asking and hearing
      const aheadMs = Date.parse(now) - (askedAt + Date.now()) / 2
      setLoaded({ id, found: { media, watched, aheadMs } })
    } catch (error) {
      const isGone = error instanceof ApiError && (error.status === 404 || error.status === 403)
      // what is there stays there while the network is away
      setLoaded((before) => (before?.id === id && !isGone ? before : { id, found: isGone ? 'gone' : 'away' }))
    }
  }, [id])
  useEffect(() => {
    void look()
  }, [look])
  useEffect(() => {
    // another device may have gone on meanwhile; playback begun here is not disturbed by it
    const onVisible = () => document.visibilityState === 'visible' && void look()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [look])
  const isAway = loaded?.found === 'away'
  useEffect(() => {
    if (!isAway) return
    const onOnline = () => void look()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [isAway, look])
  return { found: loaded?.id === id ? loaded.found : undefined, look }
}

/** A private video shows the sign-in alone. */
function SignInPlace() {
  const t = useMessages()
  const startSignIn = useStartSignIn()
  return (
    <Place
      icon={<LockIcon />}
      act={
        <Button theme="primary" onClick={() => startSignIn()}>
          {t('media.sign_in_to_watch')}
        </Button>
      }
    >
      {t('media.video_private')}
    </Place>
  )
}

function ProcessingPlace({ look }: { look: () => void }) {
  const t = useMessages()
  useEffect(() => {
    const timer = setInterval(look, lookAgainMs)
    return () => clearInterval(timer)
  }, [look])
  return <Place icon={<HourglassIcon />}>{t('media.video_processing')}</Place>
}

function Place({ icon, act, children }: { icon: ReactNode; act?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <div className={styles.place} role="status">
        {icon}
        <p>{children}</p>
        {act}
      </div>
    </div>
  )
}
