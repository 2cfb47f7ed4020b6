import type { Item } from '@lantern/contract/catalog/items.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { IconLink } from '#ui/button.tsx'
import { MessageSquareIcon } from '#ui/icons.tsx'
import { PageLink } from '#ui/link.tsx'
import styles from './discuss-link.module.css'

type Discussed = Pick<Item, 'id' | 'channelId' | 'statsMap'>

/** Leads to what is said about the item, and says how much that is. */
export function DiscussLink({ item }: { item: Discussed }) {
  const t = useMessages()
  return (
    <PageLink className={`link ${styles.link}`} to={addressOf(item)}>
      <MessageSquareIcon className="icon-s" />
      {t('catalog.discuss', { count: countOf(item) })}
    </PageLink>
  )
}

/** The same as a button of the bar that stays on top. */
export function DiscussButton({ item }: { item: Discussed }) {
  const t = useMessages()
  const format = useFormat()
  const count = countOf(item)
  return (
    <IconLink
      to={addressOf(item)}
      label={t('catalog.discuss', { count })}
      icon={<MessageSquareIcon />}
      count={count > 0 ? format.compact(count) : undefined}
    />
  )
}

function addressOf({ channelId }: Discussed): string {
  return `/messages/c/${encodeURIComponent(channelId)}`
}

function countOf({ id, statsMap }: Discussed): number {
  return statsMap[id]?.commentCount ?? 0
}
