import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useLinkProps } from '#kit/link-props.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ChevronRightIcon } from '#ui/icons.tsx'
import { PlainLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { HeadingLevel } from '../heading-levels.ts'
import { ToEditor } from '../page-blocks.tsx'
import styles from './card-shelf.module.css'
import type { CardStatus } from './use-card-pages.ts'

type CardShelfProps = {
  id: string
  level: HeadingLevel
  name: string
  url: string
  status: CardStatus
  hasMore: boolean
  onMore(): void
  /** The cards; nothing when no id has data. */
  children: ReactNode
}

/** Cards of the catalogue under a name. Without a card there is no shelf, but it says when they could not be had. */
export function CardShelf({ id, level, name, url, status, hasMore, onMore, children }: CardShelfProps) {
  const t = useMessages()
  const isRoomy = useIsRoomy()
  const Name = `h${level}` as const
  const hasFailed = status === 'failed'
  if (!children && !hasFailed) return <ToEditor>{t('cms.block_empty')}</ToEditor>
  return (
    <section className={classNames(styles.shelf, isRoomy && styles.roomy)} aria-labelledby={`shelf-${id}`}>
      <div className="section-head">
        <Name id={`shelf-${id}`}>{name}</Name>
        {url !== '' && <ViewMore url={url} name={name} />}
      </div>
      {children}
      {hasFailed && (
        <Notice
          tone="bad"
          live
          className={styles.failed}
          actions={
            <Button size="s" onClick={onMore}>
              {t('cms.cards_again')}
            </Button>
          }
        >
          {t('get_data_failed')}
        </Notice>
      )}
      {hasMore && !hasFailed && (
        <p className={styles.more}>
          <Button size="l" busy={status === 'inProgress'} onClick={onMore}>
            {t('cms.cards_more')}
          </Button>
        </p>
      )}
    </section>
  )
}

function ViewMore({ url, name }: { url: string; name: string }) {
  const t = useMessages()
  const link = useLinkProps(url)
  return (
    <PlainLink {...link}>
      {t('cms.view_more')}
      <span className="sr">{t('cms.view_more_of', { name })}</span>
      <ChevronRightIcon className="icon-s" />
      {link.target && <span className="sr">{t('cms.new_tab')}</span>}
    </PlainLink>
  )
}

/** The list pages give their shelves more room. */
const roomyPaths = ['/free', '/new', '/advance']

function useIsRoomy(): boolean {
  return roomyPaths.includes(useLocation().pathname.replace(/\/+$/, ''))
}
