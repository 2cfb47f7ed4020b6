import { Badge } from '#ui/badge.tsx'
import { useMessages } from '../messages.tsx'

type PublishedBadgeProps = {
  version: number
  /** What readers see; null when they see nothing. */
  publishedVersion: number | null
  isUnsaved: boolean
}

/** Whether readers see it, and whether they see it as it stands. */
export function PublishedBadge({ version, publishedVersion, isUnsaved }: PublishedBadgeProps) {
  const t = useMessages()
  if (publishedVersion === null) return <Badge>{t('documents.badge_draft')}</Badge>
  if (isUnsaved || version > publishedVersion) return <Badge tone="warn">{t('documents.badge_changed')}</Badge>
  return <Badge tone="good">{t('documents.badge_published')}</Badge>
}
