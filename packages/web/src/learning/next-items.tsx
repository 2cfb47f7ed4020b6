import { minutesOf } from '@lantern/contract/catalog/duration.ts'
import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import type { LinkContext } from '@lantern/contract/links.ts'
import { itemCover, useCardAddress } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { ArrowLeftIcon, ArrowRightIcon, ClockIcon } from '#ui/icons.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink } from '#ui/link.tsx'
import styles from './next-items.module.css'

type NextItemsProps = {
  previous: ItemCard | null
  next: ItemCard | null
  link: LinkContext
  /** What both belong to; null says nothing about it. */
  within: 'course' | 'project' | null
}

/** Before and after this item in its project or course. */
export function NextItems({ previous, next, link, within }: NextItemsProps) {
  const t = useMessages()
  const format = useFormat()
  const addressOf = useCardAddress()
  if (!previous && !next) return null
  return (
    <nav className={styles.nav} aria-label={t('learning.next_item')} id="next">
      {previous && (
        <PageLink className={styles.previous} to={addressOf(previous, link)} rel="prev">
          <ArrowLeftIcon />
          <span className="grow">
            <span className="tiny muted">{t('learning.previous')}</span>
            <span className="clip-1" lang={previous.language}>
              {previous.title}
            </span>
          </span>
        </PageLink>
      )}
      {next && (
        <PageLink className={styles.next} to={addressOf(next, link)} rel="next">
          <Thumb image={itemCover(next)} size="default" className={styles.picture} />
          <span className={styles.words}>
            {within && <span className="small">{t(`learning.next_in_${within}`)}</span>}
            <strong className={styles.title} lang={next.language}>
              {next.title}
            </strong>
            {next.summary && (
              <span className={`muted clip-2 ${styles.summary}`} lang={next.language}>
                {next.summary}
              </span>
            )}
            {minutesOf(next) > 0 && (
              <span className="meta">
                <span>
                  <ClockIcon className="icon-s" />
                  {format.duration(minutesOf(next))}
                </span>
              </span>
            )}
            <span className={styles.go}>
              {t('learning.go_to_next')}
              <ArrowRightIcon className="icon-s" />
            </span>
          </span>
        </PageLink>
      )}
    </nav>
  )
}
