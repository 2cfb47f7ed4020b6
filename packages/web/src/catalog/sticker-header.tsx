import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Personal } from '#kit/visit.tsx'
import { classNames } from '#ui/class-names.ts'
import { type ImageSource, Thumb } from '#ui/image.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { ShareButton } from './sharing/share-button.tsx'
import styles from './sticker-header.module.css'

type StickerHeaderProps = {
  title: string
  language: string
  picture: ImageSource | null
  /** The picture beside shared links; null where guests do not find the page. */
  sharePicture: string | null
  /** Percent done; null while there is no record. */
  percent: number | null
  /** Leads to what is said about it. */
  comment: ReactNode
  /** The button that starts, continues or restarts. */
  record: ReactNode
  /** Shows once this has left the screen upward. */
  below: RefObject<HTMLElement | null>
}

/** The bar that stays on top while the page moves under it: picture, title, progress, share and record. */
export function StickerHeader({
  title,
  language,
  picture,
  sharePicture,
  percent,
  comment,
  record,
  below,
}: StickerHeaderProps) {
  const t = useMessages()
  const isShown = useHasPassed(below)
  return (
    <div className={classNames(styles.sticker, isShown && styles.shown)} inert={!isShown}>
      <div className={classNames('wrap', styles.inside)}>
        <Thumb image={picture} size="sticker" className={styles.picture} />
        <div className={styles.text}>
          <p className={classNames('clip-1', styles.title)} lang={language}>
            {title}
          </p>
          <Personal isOwn={percent !== null}>
            {percent !== null && <ProgressBar label={t('catalog.progress_of', { title })} percent={percent} />}
          </Personal>
        </div>
        <div className={styles.acts}>
          {comment}
          <ShareButton title={title} picture={sharePicture} look="bare" />
          <div className={styles.record}>
            <Personal>{record}</Personal>
          </div>
        </div>
      </div>
    </div>
  )
}

// the bar is 72 high: it comes when what it replaces has gone under it
const belowHeader = { rootMargin: '-72px 0px 0px' }

/** True once the element is above the screen; false without script, where nothing sticks. */
function useHasPassed(ref: RefObject<HTMLElement | null>): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setPassed(!entry.isIntersecting && entry.boundingClientRect.bottom < window.innerHeight / 2)
    }, belowHeader)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return passed
}
