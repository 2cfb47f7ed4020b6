import type { BlockOf } from '@lantern/contract/cms/blocks.ts'
import { isYoutubeId } from '@lantern/contract/media/youtube-id.ts'
import { VideoPlayer } from '#media/index.ts'
import { classNames } from '#ui/class-names.ts'
import { FramedPage } from './framed-page.tsx'
import styles from './media.module.css'
import { outsideOrigin, Picture } from './picture.tsx'
import { YoutubeFilm } from './youtube-film.tsx'

export type Media = Pick<BlockOf<'media'>['fields'], 'type' | 'cover' | 'source'>

type MediaPartProps = {
  media: Media
  /** Its accessible name. */
  title: string
  sizes: string
  first?: boolean
  /** Keeps the picture's own ratio; cards are all of one ratio. */
  ownRatio?: boolean
  className?: string
}

/** A picture, a film or a page of another site, as an editor chose it. */
export function MediaPart({ media, title, className, ...picture }: MediaPartProps) {
  if (!showsAnything(media)) return null
  return (
    <div className={classNames(styles.media, picture.ownRatio && media.type === 'image' && styles.own, className)}>
      <MediaInside media={media} title={title} {...picture} />
    </div>
  )
}

/** A YouTube film has an id of 11 characters; what has none cannot be shown. */
export function showsAnything({ type, cover, source }: Media): boolean {
  if (type === 'image') return cover.value !== '' || source !== ''
  if (type === 'youtube') return isYoutubeId(source)
  if (type === 'iframe') return source.startsWith('https://')
  return isOwnVideo(source) || /^(\/|https:\/\/)/.test(source)
}

function MediaInside({ media: { type, cover, source }, title, sizes, first }: MediaPartProps) {
  if (type === 'youtube') return <YoutubeFilm id={source} cover={cover} title={title} sizes={sizes} first={first} />
  if (type === 'iframe') return <FramedPage src={source} title={title} />
  if (type === 'image')
    return <Picture image={cover.value ? cover : { ...cover, value: source }} sizes={sizes} first={first} />
  if (isOwnVideo(source)) return <VideoPlayer id={source} theme="media" />
  return (
    <video
      src={source}
      poster={cover.value || undefined}
      aria-label={title}
      data-outside={outsideOrigin(source)}
      controls
      playsInline
      preload="none"
    >
      {/* what is said in it stands beside it: editors have no place for captions yet */}
      <track kind="captions" />
    </video>
  )
}

function isOwnVideo(source: string): boolean {
  return /^vd_\w+$/.test(source)
}
