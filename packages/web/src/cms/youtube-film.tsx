import type { CmsImage } from '@lantern/contract/cms/fields.ts'
import { useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { isOutOfReach, useCountry } from '#media/index.ts'
import { PlayIcon } from '#ui/icons.tsx'
import { FramedPage } from './framed-page.tsx'
import styles from './media.module.css'
import { Picture } from './picture.tsx'

type YoutubeFilmProps = { id: string; cover: CmsImage; title: string; sizes: string; first?: boolean }

/**
 * Nothing is requested from the other site before the visitor plays the film. Without script, and in countries that
 * cannot reach it, there is a link.
 */
export function YoutubeFilm({ id, cover, title, sizes, first }: YoutubeFilmProps) {
  const t = useMessages()
  const [isPlaying, setPlaying] = useState(false)
  const isAway = isOutOfReach('youtube', useCountry(true))
  if (isPlaying) return <FramedPage src={`https://www.youtube-nocookie.com/embed/${id}?autoplay=1`} title={title} />
  return (
    <a
      className={styles.film}
      href={`https://www.youtube.com/watch?v=${id}`}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={isAway ? t('cms.media_open', { title }) : t('cms.media_play', { title })}
      onClick={(event) => {
        if (isAway) return
        event.preventDefault()
        setPlaying(true)
      }}
    >
      {cover.value && <Picture image={cover} sizes={sizes} first={first} decorative />}
      <span className={styles.play}>
        <PlayIcon />
      </span>
      {isAway && <span className={styles.away}>{t('media.embed_away', { site: 'YouTube' })}</span>}
    </a>
  )
}
