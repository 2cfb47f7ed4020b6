import type { Discussion as DiscussionData, listComments } from '@lantern/contract/community/discussion.ts'
import type { MessageSort } from '@lantern/contract/community/discussion-rules.ts'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { MessageSquareIcon } from '#ui/icons.tsx'
import { channelAddress } from './channel-address.ts'
import styles from './discussion.module.css'
import { Discussion } from './discussion.tsx'

interface ItemDiscussionProps {
  channelId: string
  /** Messages of the item and its steps. */
  total: number
  /** Left out: the newest first. */
  sort?: MessageSort
}

/** What is said about an item, on its page: read when it comes into sight, or at once when a link leads to a message. */
export function ItemDiscussion({ channelId, total, sort }: ItemDiscussionProps) {
  const t = useMessages()
  const focus = new URLSearchParams(useLocation().search).get('messageId')
  const [loaded, setLoaded] = useState<DiscussionData | null>(null)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let isWanted = true
    const read = async () => {
      const query = { channelId, ...(focus !== null && { messageId: focus }), ...(sort && { sort }), pageSize: 5 }
      const answer = await call<typeof listComments>('GET /api/learn/comment/list', { query })
      if (isWanted) setLoaded(answer)
    }
    // without it the link to the page of the channel stays
    const readQuietly = () => void read().catch(() => undefined)
    if (focus !== null) {
      readQuietly()
      return () => {
        isWanted = false
      }
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        readQuietly()
      },
      { rootMargin: '200px' },
    )
    if (place.current) observer.observe(place.current)
    return () => {
      isWanted = false
      observer.disconnect()
    }
  }, [channelId, focus, sort])
  const page = channelAddress(channelId)
  return (
    <div ref={place} className={styles.discussion}>
      {loaded && <Discussion loaded={loaded} focus={focus} page={page} />}
      <p>
        <LinkButton to={page} icon={<MessageSquareIcon className="icon-s" />}>
          {t('catalog.discuss', { count: total })}
        </LinkButton>
      </p>
    </div>
  )
}
