import { versionedLink } from '@lantern/contract/catalog/item-links.ts'
import { isFree } from '@lantern/contract/catalog/item-types.ts'
import type { Item, ItemCard } from '@lantern/contract/catalog/items.ts'
import type { LinkContext } from '@lantern/contract/links.ts'
import { type RefObject, useMemo } from 'react'
import { useVideoRecorder } from '#analytics/index.ts'
import { useMessages } from '#kit/messages.tsx'
import { OwnWatermark, ProseVideos, VideoPlayer } from '#media/index.ts'
import { LinkButton } from '#ui/button.tsx'
import { ArrowRightIcon } from '#ui/icons.tsx'
import styles from './lesson-videos.module.css'

type StepVideosProps = {
  /** The steps with their text. */
  within: RefObject<HTMLElement | null>
  item: Item
  next: ItemCard | null
  link: LinkContext
}

const watermark = <OwnWatermark />

/** Plays the videos of the steps; the last one leads on to the next lesson. */
export function StepVideos({ within, item, next, link }: StepVideosProps) {
  const onward = useMemo(() => next && <NextLesson title={next.title} to={versionedLink(next, link)} />, [next, link])
  return (
    <ProseVideos
      within={within}
      overlay={isFree(item) ? undefined : watermark}
      next={onward}
      useRecorder={useVideoRecorder}
    />
  )
}

function NextLesson({ title, to }: { title: string; to: string }) {
  const t = useMessages()
  return (
    <div className={styles.next}>
      <p>{t('media.next_lesson')}</p>
      <LinkButton theme="primary" to={to} icon={<ArrowRightIcon className="icon-s" />}>
        {title}
      </LinkButton>
    </div>
  )
}

/** What the lesson is about, before its first step. The box is there from the start, so that nothing jumps. */
export function OverviewVideo({ id, title }: { id: string; title: string }) {
  const t = useMessages()
  return (
    <section className={styles.overview} aria-label={t('media.overview_video_of', { title })}>
      <VideoPlayer id={id} theme="overview" useRecorder={useVideoRecorder} />
    </section>
  )
}
